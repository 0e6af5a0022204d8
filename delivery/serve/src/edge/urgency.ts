import type { Incoming, Outgoing } from '@portal/delivery-model/page/message';

/** Of a request that does not say how urgent it is (RFC 9218 §4.1). */
const DEFAULT_URGENCY = 3;
/** No answer waits longer for others. The first calls of a page are answered sooner, and a slow link rests no longer. */
const HOLD_MS = 100;

type Pending = { readonly urgency: number; readonly since: number };
type Connection = { readonly pending: Set<Pending>; readonly waiting: Set<() => void> };

/** By the session of HTTP/2, whose streams share one connection. */
const connections = new WeakMap<object, Connection>();

/**
 * How urgent an answer is, from 0, the most, to 7 (RFC 9218 §4.1).
 * @param priority the header, a dictionary of structured fields: `u=1, i`
 */
export function urgencyOf(priority: string | string[] | undefined): number {
  const [, urgency] = /(?:^|,)\s*u=([0-7])\s*(?:[,;]|$)/.exec(String(priority ?? '')) ?? [];
  return urgency === undefined ? DEFAULT_URGENCY : Number(urgency);
}

/**
 * Notes a request of HTTP/2 until it is answered. What is written to a connection leaves it in that order, so a large body
 * that is there at once would be ahead of a small one that is waited for.
 * @returns waits while a more urgent request of the same connection is unanswered, for 100 ms at most
 */
export function noteUrgency(request: Incoming, response: Outgoing): () => Promise<void> {
  const session = 'stream' in request ? request.stream.session : undefined;
  if (!session) return () => Promise.resolve();
  const connection = connections.get(session) ?? { pending: new Set(), waiting: new Set() };
  connections.set(session, connection);
  const { pending, waiting } = connection;
  const own: Pending = { urgency: urgencyOf(request.headers.priority), since: performance.now() };
  pending.add(own);
  const end = () => {
    if (pending.delete(own)) for (const look of [...waiting]) look();
  };
  response.once('finish', end).once('close', end);
  // A stream of events is never answered: it counts no longer than others wait.
  const isHeld = () =>
    [...pending].some(
      ({ urgency, since }) => urgency < own.urgency && performance.now() - since < HOLD_MS,
    );
  return () =>
    new Promise((resolve) => {
      const goOn = () => {
        clearTimeout(timer);
        waiting.delete(look);
        resolve();
      };
      const look = () => {
        if (!pending.has(own) || !isHeld()) goOn();
      };
      const timer = setTimeout(goOn, HOLD_MS);
      waiting.add(look);
      look();
    });
}
