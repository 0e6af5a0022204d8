import { answerRefusal } from '@portal/server-endpoint/answers';
import type { ApiApp } from '@portal/server-endpoint/api-types';
import { readBody } from '@portal/server-endpoint/body';
import { limitCall } from '@portal/server-endpoint/limits';
import { Refusal, refuse } from '@portal/server-endpoint/refusal';
import { isUuid } from '@portal/server-members/members';
import * as v from 'valibot';
import { isValidSignature, SIGNATURE_HEADER } from '../payments/callback-signature.ts';
import { settlePayment } from '../payments/payments.ts';
import { keepUnknownPayment } from '../payments/restored.ts';
import { logOtherSum } from '../payments/settle.ts';
import type { PassportApiContext } from './api-context.ts';

const BODY_LIMIT_BYTES = 16 * 1024;
const CallbackSchema = v.object({
  id: v.pipe(v.string(), v.check(isUuid)),
  status: v.picklist(['pending', 'paid', 'declined', 'abandoned', 'refunded']),
  /** Yen, of the whole payment. */
  amount: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Which refund of the payment has ended. */
  refund_id: v.optional(v.pipe(v.string(), v.check(isUuid))),
});

/**
 * `POST /payments/callback`: the payment provider reports the result of a payment, perhaps twice,
 * late or never. The call carries the provider's signature instead of the portal's API key.
 */
export function mountPaymentCallback(app: ApiApp, context: PassportApiContext): void {
  app.post('/payments/callback', async (c) => {
    const { payment } = context.config;
    if (!payment) return answerRefusal(c, refuse('request.not_found'));
    const signature = c.req.header(SIGNATURE_HEADER);
    const bytes = signature === undefined ? undefined : await readBody(c, BODY_LIMIT_BYTES);
    if (bytes instanceof Refusal) return answerRefusal(c, bytes);
    const body = new TextDecoder().decode(bytes);
    if (!isValidSignature(payment.secret, body, signature)) {
      const limited = await limitCall(context, c, undefined);
      return answerRefusal(c, limited ?? refuse('auth.unauthorized'));
    }
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), CallbackSchema), body);
    if (!parsed.success) return answerRefusal(c, refuse('request.invalid'));
    const { id, status, amount, refund_id: refundId } = parsed.output;
    const settled = await settlePayment(context, id, { status, amount, refundId });
    logOtherSum(context, settled, { id, amount });
    if (settled !== 'unknown') return c.body(null, 204);
    if (status === 'paid') {
      await keepUnknownPayment(context, { providerId: id, amount });
      context.log.error(
        { event: 'unknown-payment', payment: id, amount },
        'money has come for a payment that the portal does not know',
      );
    }
    return answerRefusal(c, refuse('request.not_found'));
  });
}
