import type { ApiApp, ApiContext } from '@portal/server-endpoint/api-types';
import { mountPublic } from '@portal/server-endpoint/mount';
import { Refusal, refusalOf } from '@portal/server-endpoint/refusal';
import * as contract from '@portal/shared-contract';
import { sendPublicCode, verifyPublicCode } from '../sign-up/public-codes.ts';
import { toSentCode } from './verification-codes.ts';

/** Mounts the calls for codes without signing in. */
export function mountPublicCodes(app: ApiApp, context: ApiContext): void {
  mountPublic(
    app,
    context,
    contract.sendPublicCode,
    async ({ body }, { network, work, device }) => {
      const sent = await sendPublicCode(context, { ...body, network, work, device });
      if (!sent.ok) return refusalOf(sent);
      const answer = toSentCode(sent);
      return answer instanceof Refusal ? answer : { ...answer, request: sent.value.request };
    },
  );
  mountPublic(app, context, contract.verifyPublicCode, async ({ body }, { network }) => {
    const outcome = await verifyPublicCode(context, { ...body, network });
    if (!outcome.ok) return refusalOf(outcome);
    const { ticket, expiresAt } = outcome.value;
    const expires_at = expiresAt.toISOString();
    return { data: { type: body.type, ...(ticket !== undefined && { ticket }), expires_at } };
  });
}
