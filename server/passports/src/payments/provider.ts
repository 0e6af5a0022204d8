import { createHmac } from 'node:crypto';
import type { Locale } from '@portal/shared-contract';
import { isSameSecret } from '@portal/shared-process/secrets';
import * as v from 'valibot';
import type { PaymentConfig } from '../settings.ts';

/** The payment provider did not answer, or its answer was not valid; a later attempt may succeed. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

const TIMEOUT_MS = 5_000;
export const STATUS_ENTRIES = {
  status: v.picklist(['pending', 'paid', 'declined', 'abandoned', 'refunded']),
  /** Yen, of the whole payment. */
  amount: v.pipe(v.number(), v.integer(), v.minValue(0)),
};
const AnswerSchema = v.object({ ...STATUS_ENTRIES, url: v.pipe(v.string(), v.url()) });
export type ProviderAnswer = v.InferOutput<typeof AnswerSchema>;

type NewPayment = {
  /** The portal's id. Opening it twice opens one payment. */
  readonly id: string;
  /** Yen. */
  readonly amount: number;
  readonly locale: Locale;
  readonly returnUrl: string;
};

export type PaymentProvider = {
  open(payment: NewPayment): Promise<ProviderAnswer>;
  /** `undefined` for a payment that the provider does not know. */
  read(id: string): Promise<ProviderAnswer | undefined>;
  /** Pays back a part of a payment. The same refund again is answered and pays nothing back. */
  refund(
    id: string,
    refund: { readonly refundId: string; readonly amount: number },
  ): Promise<ProviderAnswer | undefined>;
};

/**
 * A client of the payment provider: `POST /payments`, `GET /payments/{id}` and `POST /payments/{id}/refund`, with the
 * shared secret as bearer token. The member pays on the provider's own page, so no card number reaches the portal.
 * @throws ProviderUnavailable from every function
 */
export function createPaymentProvider(
  { url, secret, callbackUrl }: PaymentConfig,
  send: (request: Request) => Promise<Response> = (call) => fetch(call),
): PaymentProvider {
  async function request(path: string, body?: object): Promise<ProviderAnswer | undefined> {
    const call = new Request(url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${secret}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    try {
      const answer = await send(call);
      if (answer.status === 404) return undefined;
      if (!answer.ok) throw new Error(`It answered ${answer.status}`);
      return v.parse(AnswerSchema, await answer.json());
    } catch (cause) {
      throw new ProviderUnavailable('The payment provider did not answer', { cause });
    }
  }
  const pathOf = (id: string) => `/payments/${encodeURIComponent(id)}`;

  return {
    async open({ id, amount, locale, returnUrl }) {
      const opened = await request('/payments', {
        id,
        amount,
        currency: 'JPY',
        locale,
        return_url: returnUrl,
        callback_url: callbackUrl,
      });
      if (!opened) throw new ProviderUnavailable('The payment provider did not open the payment');
      if (opened.amount !== amount) {
        throw new ProviderUnavailable('The payment provider opened a payment of another sum');
      }
      return opened;
    },
    read: (id) => request(pathOf(id)),
    refund: (id, { refundId, amount }) =>
      request(`${pathOf(id)}/refund`, { refund_id: refundId, amount }),
  };
}

/** The header with the callback's signature: HMAC-SHA-256 of its body with the shared secret. */
export const SIGNATURE_HEADER = 'x-payment-signature';

export function callbackSignature(secret: string, body: string): string {
  return createHmac('sha256', secret).update(`payment-callback\n${body}`).digest('hex');
}

export function isValidSignature(secret: string, body: string, signature: string | undefined) {
  return isSameSecret(signature ?? '', callbackSignature(secret, body));
}
