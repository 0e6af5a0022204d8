import { createTransport } from 'nodemailer';
import type { ServerContext } from '../context.ts';
import { claimMessage, type OutboxMessage, settleMessage } from '../domain/outbox.ts';

const POLL_MS = 1_000;
const SEND_TIMEOUT_MS = 20_000;

/** Hands one message to the world; rejects when that failed and should be tried again. */
export type Transport = (message: OutboxMessage) => Promise<void>;

/** The embedded default: to be in the outbox is to be delivered. */
export const outboxTransport: Transport = async () => {};

/** Mail by SMTP, text messages by a POST of `{ to, text }` to the gateway. */
export function networkTransport({
  smtpUrl,
  smsGatewayUrl,
  mailFrom,
}: ServerContext['config']): Transport {
  const mailer = smtpUrl
    ? createTransport(smtpUrl, { from: mailFrom, disableFileAccess: true, disableUrlAccess: true })
    : undefined;
  return async ({ id, kind, recipient, subject, text, html }) => {
    if (kind === 'mail') {
      if (!mailer) throw new Error('SMTP_URL is not set');
      const to = { name: '', address: recipient };
      await mailer.sendMail({
        to,
        subject,
        text,
        ...(html !== null && { html }),
        messageId: `<${id}@portal>`,
      });
      return;
    }
    if (!smsGatewayUrl) throw new Error('SMS_GATEWAY_URL is not set');
    const answer = await fetch(smsGatewayUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': id },
      body: JSON.stringify({ to: recipient, text }),
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    });
    if (!answer.ok) throw new Error(`The SMS gateway answered ${answer.status}`);
  };
}

/** Sends what is due, one after the other. Answers how many were tried. */
export async function deliverDue(context: ServerContext, transport: Transport): Promise<number> {
  for (let tried = 0; ; tried += 1) {
    const message = await claimMessage(context);
    if (!message) return tried;
    try {
      await transport(message);
      await settleMessage(context, message, { kind: 'sent' });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      await settleMessage(context, message, { kind: 'failed', error: reason });
      context.log.warn(
        { message: message.id, attempts: message.attempts },
        'message not delivered',
      );
    }
  }
}

/** Delivers in the background until told to stop; `stop` waits for the message in hand. */
export function startDelivery(context: ServerContext, transport: Transport): () => Promise<void> {
  let running = Promise.resolve();
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    running = deliverDue(context, transport)
      .then(
        () => {},
        (err) => context.log.warn({ err }, 'delivery paused'),
      )
      .finally(() => {
        busy = false;
      });
  }, POLL_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
