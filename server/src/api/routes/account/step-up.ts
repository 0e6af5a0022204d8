import { getStepUp } from '@portal/shared-contract';
import type { ApiApp, ApiContext } from '../../api-types.ts';
import { mountForMember } from '../../mount.ts';

/** Mounts the call that says whether an act is allowed; the proof itself is given at the identity provider. */
export function mountStepUp(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, getStepUp, async ({ query }, { member }) => ({
    data: { allowed_until: (await member.proofs.until(query.act))?.toISOString() ?? null },
  }));
}
