import type { Logger } from 'pino';
import { callbackSignature, SIGNATURE_HEADER } from '../payments/callback-signature.ts';
import type { SandboxPayment } from './store.ts';

/** How the portal's server hears of a payment, to be chosen on the page. */
export const CALLBACK_MANNERS = ['once', 'twice', 'late', 'never'] as const;
export type CallbackManner = (typeof CALLBACK_MANNERS)[number];

const LATE_MS = 20_000;
const TIMEOUT_MS = 5_000;

export type CallbackOptions = {
  readonly secret: string;
  readonly log: Logger;
  readonly send: (request: Request) => Promise<Response>;
  /** Runs something later: a timer, or a test's own. */
  readonly later: (work: () => void, milliseconds: number) => void;
};

/** Tells the portal's server what came of a payment. A callback that fails is not tried again. */
export function createCallbacks({ secret, log, send, later }: CallbackOptions) {
  async function tell({ id, status, callbackUrl }: SandboxPayment): Promise<void> {
    const body = JSON.stringify({ id, status });
    const request = new Request(callbackUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [SIGNATURE_HEADER]: callbackSignature(secret, body),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    try {
      await send(request);
    } catch (err) {
      log.warn({ err }, 'payment sandbox: the callback found nobody');
    }
  }

  return (payment: SandboxPayment, manner: CallbackManner): void => {
    const soon = () => void tell(payment);
    if (manner === 'never') return;
    later(soon, manner === 'late' ? LATE_MS : 0);
    if (manner === 'twice') later(soon, 0);
  };
}
