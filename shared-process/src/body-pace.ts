import type { IncomingMessage } from 'node:http';

/** How long a body may take: so many seconds, and one more for so many bytes that have come. */
export type Pace = { readonly graceMs: number; readonly bytesPerSecond: number };

/** A photo of 8 MB takes two minutes at the most, a form fourteen seconds. */
const PACE: Pace = { graceMs: 10_000, bytesPerSecond: 64 * 1024 };

/** A body has stalled, or came more slowly than its pace. */
export class BodyTooSlow extends Error {
  override readonly name = 'BodyTooSlow';
}

type Read = { readonly done: boolean; readonly value: Uint8Array } | { readonly done: true };

/**
 * The pieces of a body as they come. Whoever stops early leaves the rest unread.
 * @param next reads the next piece
 * @param ending of what the body takes place in
 * @throws BodyTooSlow where the body is late, or `ending` aborts
 */
export async function* atPace(
  next: () => Promise<Read>,
  { pace = PACE, ending }: { readonly pace?: Pace; readonly ending?: AbortSignal | undefined } = {},
): AsyncGenerator<Uint8Array> {
  const late = lateness(pace, ending);
  let length = 0;
  try {
    for (;;) {
      const read = await Promise.race([next(), late.ended]);
      if (read === 'late') throw new BodyTooSlow();
      if (read.done) return;
      length += read.value.byteLength;
      late.received(length);
      yield read.value;
    }
  } finally {
    late.forget();
  }
}

/** Keeps the pace for whoever reads a request of Node piece by piece, as oidc-provider does too. */
export function keepPace(request: Pick<IncomingMessage, 'iterator'>, pace?: Pace): void {
  // Left early, it would close the connection before the answer has gone out.
  const pieces = request.iterator({ destroyOnReturn: false });
  const paced = atPace(() => pieces.next(), pace && { pace });
  request.iterator = () => paced;
}

/** Tells when a body is later than its pace allows, or the signal aborts. */
function lateness({ graceMs, bytesPerSecond }: Pace, signal: AbortSignal | undefined) {
  const begun = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let end = () => {};
  const ended = new Promise<'late'>((resolve) => {
    end = () => resolve('late');
  });
  const received = (bytes: number) => {
    clearTimeout(timer);
    const until = begun + graceMs + (bytes / bytesPerSecond) * 1000;
    timer = setTimeout(end, until - performance.now());
  };
  signal?.addEventListener('abort', end);
  received(0);
  return {
    ended,
    received,
    forget() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    },
  };
}
