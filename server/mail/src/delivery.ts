import { setTimeout as pause } from 'node:timers/promises';
import type { DomainContext } from '@portal/server-platform/database/database';
import type { PlatformSettings } from '@portal/server-platform/settings';
import { traceJob } from '@portal/shared-process/traces/traces';
import type { Logger } from 'pino';
import { CLAIM_MS, claimMessage, type OutboxMessage, settleMessage } from './queue.ts';
import { DeliveryError, type Transport } from './transports/transport.ts';

export type DeliveryContext = DomainContext & {
  readonly config: Pick<PlatformSettings, 'secrets' | 'database'>;
  readonly log: Logger;
  readonly work: {
    jobEnded(
      kind: string,
      outcome: 'done' | 'failed' | 'refused' | 'given-up',
      began: number,
      facts: Record<string, unknown>,
    ): void;
  };
};

const POLL_MS = 1_000;
/** The number of messages of one kind that a replica sends at a time, for a small mail server. */
const PARALLEL = 4;
/** A message is settled before its claim lapses, because another sender would then send it too. */
const DEADLINE_MS = CLAIM_MS - 10_000;
/** How long a stop waits for what is being sent. What takes longer is sent again by another replica. */
const STOP_MS = 2_000;
/** Each kind has its own senders, so that a mail server that hangs delays no SMS message. */
const KINDS = ['mail', 'sms', 'push'] as const;

/**
 * Sends the messages that are due, one after the other, until there is none or `stopping` is aborted. Returns the
 * number of attempts.
 *
 * A message is sent at least once. If a sender dies after it has sent a message and before it has recorded this,
 * another sends the message again with the same id. Nothing is lost, and nothing is sent twice while its sender lives.
 */
export async function deliverDue(
  context: DeliveryContext,
  transport: Transport,
  kind?: OutboxMessage['kind'],
  stopping?: AbortSignal,
): Promise<number> {
  for (let tried = 0; ; tried += 1) {
    if (stopping?.aborted) return tried;
    const message = await claimMessage(context, kind);
    if (!message) return tried;
    const began = performance.now();
    const facts = { message: message.id, attempts: message.attempts };
    try {
      await traceJob(message.kind, async () => withinDeadline(transport(readable(message))));
    } catch (error) {
      const { permanent, message: reason } = failureOf(error);
      const status = await settleMessage(context, message, { kind: 'failed', permanent, reason });
      const over = permanent ? 'refused' : 'given-up';
      const outcome = status === 'failed' ? over : 'failed';
      context.work.jobEnded(message.kind, outcome, began, { ...facts, reason });
      continue;
    }
    await settleMessage(context, message, { kind: 'sent' });
    context.work.jobEnded(message.kind, 'done', began, facts);
  }
}

/** A message without its text cannot be sent, and no later attempt opens it either. */
function readable(message: OutboxMessage): OutboxMessage {
  if (message.text) return message;
  throw new DeliveryError('sealed by another key', { permanent: true });
}

/** An error that is not a {@link DeliveryError} may quote the message, so only its name is kept. */
function failureOf(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error;
  return new DeliveryError(error instanceof Error ? error.name : 'failed', { permanent: false });
}

function withinDeadline(sending: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new DeliveryError('not done in time', { permanent: false })),
      DEADLINE_MS,
    );
    timer.unref();
    sending.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Delivers in the background until `stop`, which waits two seconds for the messages that are being sent: a mail
 * server that hangs must not hold up the end of the process.
 * @param pollMs the time between two looks into the queue; a test shortens it
 */
export function startDelivery(
  context: DeliveryContext,
  transport: Transport,
  pollMs = POLL_MS,
): () => Promise<void> {
  const stopping = new AbortController();
  const underWay = {
    mail: new Set<Promise<void>>(),
    sms: new Set<Promise<void>>(),
    push: new Set<Promise<void>>(),
  };

  function begin(kind: (typeof KINDS)[number]): void {
    const senders = underWay[kind];
    // One more sender each time while there is work. When idle, one looks into the queue at a time.
    if (senders.size >= PARALLEL) return;
    const sender = deliverDue(context, transport, kind, stopping.signal)
      .then(
        () => {},
        (err) => context.log.warn({ err }, 'delivery paused'),
      )
      .finally(() => senders.delete(sender));
    senders.add(sender);
  }

  const timer = setInterval(() => {
    for (const kind of KINDS) begin(kind);
  }, pollMs);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    const sent = Promise.all(KINDS.flatMap((kind) => [...underWay[kind]]));
    await Promise.race([sent, pause(STOP_MS, undefined, { ref: false })]);
  };
}
