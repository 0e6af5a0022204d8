import { getStepUp } from '@portal/shared-contract';
import type { ApiApp, ApiContext } from '../../api-types.ts';
import { mountForMember } from '../../mount.ts';

/** Mounts the call that says how a member of another identity provider proves who they are: there. */
export function mountSignInAgain(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, getStepUp, async ({ query }, { member }) => ({
    data: {
      allowed_until: (await member.proofs.until(query.act))?.toISOString() ?? null,
      methods: ['sign_in' as const],
    },
  }));
}
