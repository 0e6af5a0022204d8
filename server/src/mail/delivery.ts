import type { Logger } from 'pino';
import type { DomainContext } from '../domain/context.ts';
import { CLAIM_MS, claimMessage, type OutboxMessage, settleMessage } from './queue.ts';
import { DeliveryError, type Transport } from './transports/transport.ts';

export type DeliveryContext = DomainContext & { readonly log: Logger };

const POLL_MS = 1_000;
/** Messages of one kind under way at a time, per replica: what a small mail server carries. */
const PARALLEL = 4;
/** Settled before the claim lapses, or another sender would begin the same message beside this one. */
const DEADLINE_MS = CLAIM_MS - 10_000;
/** A mail server that does not answer keeps no text message waiting. */
const KINDS = ['mail', 'sms'] as const;

/**
 * Sends what is due, one after the other. Answers how many were tried.
 *
 * At least once: a sender that dies between handing a message over and writing that down leaves it
 * to another, who sends it again under the same id. Nothing is lost, and nothing is sent twice while
 * its sender lives.
 */
export async function deliverDue(
  context: DeliveryContext,
  transport: Transport,
  kind?: OutboxMessage['kind'],
): Promise<number> {
  for (let tried = 0; ; tried += 1) {
    const message = await claimMessage(context, kind);
    if (!message) return tried;
    try {
      await withinDeadline(transport(message));
    } catch (error) {
      const { permanent, message: reason } = failureOf(error);
      const status = await settleMessage(context, message, { kind: 'failed', permanent, reason });
      const { id, attempts } = message;
      const facts = { message: id, kind: message.kind, attempts, reason };
      if (status === 'failed') context.log.error(facts, 'message given up');
      else context.log.warn(facts, 'message not delivered, to be tried again');
      continue;
    }
    await settleMessage(context, message, { kind: 'sent' });
  }
}

/** Whatever a transport throws that is no {@link DeliveryError} may hold anything: only its name is kept. */
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

/** Delivers in the background until told to stop; `stop` waits for the messages in hand. */
export function startDelivery(context: DeliveryContext, transport: Transport): () => Promise<void> {
  const underWay = { mail: new Set<Promise<void>>(), sms: new Set<Promise<void>>() };

  function begin(kind: (typeof KINDS)[number]): void {
    const senders = underWay[kind];
    // One more each second while there is work: idle, there is one look into the queue at a time.
    if (senders.size >= PARALLEL) return;
    const sender = deliverDue(context, transport, kind)
      .then(
        () => {},
        (err) => context.log.warn({ err }, 'delivery paused'),
      )
      .finally(() => senders.delete(sender));
    senders.add(sender);
  }

  const timer = setInterval(() => {
    for (const kind of KINDS) begin(kind);
  }, POLL_MS);
  return async () => {
    clearInterval(timer);
    await Promise.all(KINDS.flatMap((kind) => [...underWay[kind]]));
  };
}
