import type { ApiApp, ApiContext } from '@portal/server-endpoint/api-types';
import { mountPublic } from '@portal/server-endpoint/mount';
import { refusalOf } from '@portal/server-endpoint/refusal';
import * as contract from '@portal/shared-contract';
import { unblock } from '../sign-up/unblock.ts';

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
