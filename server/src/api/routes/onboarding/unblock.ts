import * as contract from '@portal/shared-contract';
import { unblock } from '../../../domain/onboarding/unblock.ts';
import type { ApiApp, ApiContext } from '../../api-types.ts';
import { mountPublic } from '../../mount.ts';
import { refusalOf } from '../../refusal.ts';

export function mountUnblock(app: ApiApp, context: ApiContext): void {
  mountPublic(app, context, contract.unblock, async ({ query }) => {
    const outcome = await unblock(context, query.code);
    if (!outcome.ok) return refusalOf(outcome);
    const { value } = outcome;
    return {
      data: {
        status: value.status,
        ...(value.status === 'unblocked' && { device_token: value.devicePass }),
      },
    };
  });
}
