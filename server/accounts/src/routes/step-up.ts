import type { ApiApp, ApiContext } from '@portal/server-endpoint/api-types';
import { mountForMember } from '@portal/server-endpoint/mount';
import { getStepUp } from '@portal/shared-contract';

/** Mounts the call that says whether an act is allowed; the step-up itself is given at the identity provider. */
export function mountStepUp(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, getStepUp, async ({ query }, { member }) => ({
    data: { allowed_until: (await member.stepUps.until(query.act))?.toISOString() ?? null },
  }));
}
