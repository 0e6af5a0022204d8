import type { Locale } from '@portal/shared-contract';
import * as v from 'valibot';
import type { PaymentConfig } from '../config.ts';

/** The payment provider has not answered, or not as it should; a later try may go well. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway';
}

const TIMEOUT_MS = 5_000;
const AnswerSchema = v.object({
  status: v.picklist(['pending', 'paid', 'declined', 'abandoned', 'refunded']),
  url: v.pipe(v.string(), v.url()),
});
export type ProviderAnswer = v.InferOutput<typeof AnswerSchema>;

export type NewPayment = {
  /** Ours: asking again with it opens no second payment. */
  readonly id: string;
  /** Yen. */
  readonly amount: number;
  readonly locale: Locale;
  /** Where the member comes back to. */
  readonly returnUrl: string;
};

export type PaymentProvider = {
  open(payment: NewPayment): Promise<ProviderAnswer>;
  /** `undefined` for a payment that the provider does not know. */
  read(id: string): Promise<ProviderAnswer | undefined>;
  refund(id: string): Promise<ProviderAnswer | undefined>;
};

type Send = (request: Request) => Promise<Response>;

/**
 * The payment provider, asked over its interface: `POST /payments`, `GET /payments/{id}`,
 * `POST /payments/{id}/refund`, with the shared secret as the bearer token. The member pays on the
 * provider's own page; no card ever comes here.
 */
export function paymentProvider(
  { url, secret, callbackUrl }: PaymentConfig,
  send: Send = (request) => fetch(request),
): PaymentProvider {
  async function ask(path: string, body?: object): Promise<ProviderAnswer | undefined> {
    const request = new Request(url + path, {
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
      const answer = await send(request);
      if (answer.status === 404) return undefined;
      if (!answer.ok) throw new Error(`It answered ${answer.status}`);
      return v.parse(AnswerSchema, await answer.json());
    } catch (cause) {
      throw new ProviderAway('The payment provider has not answered', { cause });
    }
  }
  const about = (id: string) => `/payments/${encodeURIComponent(id)}`;

  return {
    async open({ id, amount, locale, returnUrl }) {
      const opened = await ask('/payments', {
        id,
        amount,
        currency: 'JPY',
        locale,
        return_url: returnUrl,
        callback_url: callbackUrl,
      });
      if (!opened) throw new ProviderAway('The payment provider opened no payment');
      return opened;
    },
    read: (id) => ask(about(id)),
    refund: (id) => ask(`${about(id)}/refund`, {}),
  };
}
