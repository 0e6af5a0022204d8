import type { Logger } from 'pino';
import { callbackSignature, SIGNATURE_HEADER } from '../callback-signature.ts';
import type { SandboxPayment } from './store.ts';

/** How often and when the callback is sent; the sandbox page lets one choose. */
export const CALLBACK_MODES = ['once', 'twice', 'late', 'never'] as const;
export type CallbackMode = (typeof CALLBACK_MODES)[number];

const LATE_MS = 20_000;
const TIMEOUT_MS = 5_000;

export type CallbackOptions = {
  readonly secret: string;
  readonly log: Logger;
  readonly send: (request: Request) => Promise<Response>;
  /** Runs `work` after a delay: a timer, or a test's replacement. */
  readonly later: (work: () => void, milliseconds: number) => void;
};

/** Sends the results of payments to the portal's server. A callback that fails is not repeated. */
export function createCallbacks({ secret, log, send, later }: CallbackOptions) {
  async function post({ id, status, amount, callbackUrl }: SandboxPayment): Promise<void> {
    const body = JSON.stringify({ id, status, amount });
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
      log.warn({ err }, 'payment sandbox: the callback failed');
    }
  }

  return (payment: SandboxPayment, mode: CallbackMode): void => {
    const work = () => void post(payment);
    if (mode === 'never') return;
    later(work, mode === 'late' ? LATE_MS : 0);
    if (mode === 'twice') later(work, 0);
  };
}
