import type { ServerContext } from '@portal/server-main/context';
import {
  createPaymentProvider,
  type PaymentProvider,
} from '@portal/server-passports/payments/provider';
import { createPaymentSandbox } from '@portal/server-passports/payments/sandbox';
import type { CallbackMode } from '@portal/server-passports/payments/sandbox/store';
import type { PaymentConfig } from '@portal/server-passports/settings';

/** The payment sandbox without a port, for tests. */
export type TestPayments = {
  /** Presses a button of the provider's page; answers the redirect back to the portal. */
  choose(
    url: string,
    decision: 'pay' | 'decline' | 'leave',
    callback?: CallbackMode,
  ): Promise<Response>;
  /** Sends a request to the sandbox. */
  fetch(request: Request): Promise<Response>;
  /** Sends the callbacks that are due, late ones too, and answers their statuses. */
  deliver(): Promise<number[]>;
  /** While true the provider is unavailable. */
  unavailable: boolean;
  /** While true the provider knows no payment, as a replica of it that is behind. */
  forgetful: boolean;
};

export function createTestPayments(
  { config, clock, log }: Pick<ServerContext, 'config' | 'clock' | 'log'>,
  payment: PaymentConfig,
  api: { fetch(request: Request): Promise<Response> },
): { readonly payments: TestPayments; readonly provider: PaymentProvider } {
  const due: (() => void)[] = [];
  let sent: Promise<Response>[] = [];
  const sandbox = createPaymentSandbox({
    config,
    payment,
    clock,
    log,
    later: (work) => due.push(work),
    send(request) {
      const answer = api.fetch(request);
      sent.push(answer);
      return answer;
    },
  });
  const payments: TestPayments = {
    unavailable: false,
    forgetful: false,
    fetch: async (request) => sandbox.fetch(request),
    async choose(url, decision, callback = 'once') {
      return sandbox.fetch(
        new Request(url, {
          method: 'POST',
          headers: { origin: new URL(url).origin },
          body: new URLSearchParams({ decision, callback }),
        }),
      );
    },
    async deliver() {
      for (const work of due.splice(0)) work();
      const answers = await Promise.all(sent);
      sent = [];
      return answers.map(({ status }) => status);
    },
  };
  const provider = createPaymentProvider(payment, async (request) => {
    if (payments.unavailable) throw new TypeError('fetch failed');
    if (payments.forgetful && request.method === 'GET') return new Response(null, { status: 404 });
    return sandbox.fetch(request);
  });
  return { payments, provider };
}
