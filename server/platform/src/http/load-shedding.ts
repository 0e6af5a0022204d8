import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';

/** How long a call may wait for those before it. */
const WAIT_MS = 40;
/** How often it learns how much the server does. */
const LOOK_MS = 100;
/** Calls at once that are never too many. */
const LEAST = 24;
/** Of the API, in calls a second. */
const FIRST_RATE = 3_000;
/** The weight of the last look in the measured rate. */
const WEIGHT = 0.3;
/** The share of the time in which the event loop was busy, above which the server is late … */
const BUSY = 0.9;
/** … if it was so for this long; a crowd that comes at once is noticed within one turn of the loop. */
const LATE_AFTER_MS = 20;
/** So long after that, the server is still late: it also waits for its database now and then. */
const CALM_AFTER_MS = 100;
/** Callers come back spread over this time, in seconds. */
const RETRY_AFTER_S = [1, 3] as const;

/** How long the event loop has had something to do so far, and how long it has had nothing, in ms. */
type LoopTimes = { readonly active: number; readonly idle: number };

/** Measures whether the event loop is always busy, when asked: a timer would wait for the turn that takes long. */
export function watchEventLoop(
  read: () => LoopTimes = () => performance.eventLoopUtilization(),
): () => boolean {
  let isBusy = false;
  let from = read();
  let asked = from;
  return () => {
    const current = read();
    if (timeBetween(asked, current) > CALM_AFTER_MS) {
      // Nobody has asked for a while: what was before says nothing about now.
      isBusy = false;
      from = current;
    }
    asked = current;
    const time = timeBetween(from, current);
    if (time >= (isBusy ? CALM_AFTER_MS : LATE_AFTER_MS)) {
      isBusy = (current.active - from.active) / time > BUSY;
      from = current;
    }
    return isBusy;
  };
}

const timeBetween = (from: LoopTimes, to: LoopTimes): number =>
  to.active - from.active + to.idle - from.idle;

export type SheddingOptions = {
  readonly firstRate?: number;
  /** Whether this process or its database has something to do all the time. */
  readonly isBusy: () => boolean;
  /** Whether a call must be answered however much there is to do. */
  readonly isExempt: (request: IncomingMessage) => boolean;
  /** Answers a call for which there is no time. */
  readonly refuse: (request: IncomingMessage, response: ServerResponse, retryAfter: number) => void;
  readonly onRefused?: (refused: number) => void;
};

export type Shedding = {
  readonly handler: RequestListener;
  stop(): void;
};

/**
 * Refuses calls at once when there are more than the server has time for, so that those which it takes are answered
 * soon: by Little's law it takes as many at once as it answers in the time that a call may wait. It learns how many
 * it answers from the moments in which it refused some. A call counts from the end of its body to the start of its
 * answer, so that a slow caller and an open stream take nobody's place; and calls that wait for somebody else, such
 * as a payment provider, are never too many while the event loop and the database are free.
 */
export function shedding(answer: RequestListener, options: SheddingOptions): Shedding {
  let under = 0;
  let answered = 0;
  let refused = 0;
  let refusing = 0;
  let rate = options.firstRate ?? FIRST_RATE;
  let lookedAt = performance.now();

  function look(): void {
    const now = performance.now();
    // Without the time that refusals take: else it would take fewer calls the more it refuses.
    const measured = (answered * 1000) / Math.max(1, now - lookedAt - refusing);
    rate = refused > 0 ? rate + WEIGHT * (measured - rate) : Math.max(rate, measured);
    if (refused > 0) options.onRefused?.(refused);
    [answered, refused, refusing, lookedAt] = [0, 0, 0, now];
  }
  const timer = setInterval(look, LOOK_MS).unref();

  const isTooMany = () => under >= Math.max(LEAST, (rate * WAIT_MS) / 1000) && options.isBusy();

  function count(request: IncomingMessage, response: ServerResponse): void {
    let state: 'receiving' | 'under way' | 'done' = 'receiving';
    const begin = () => {
      if (state !== 'receiving') return;
      state = 'under way';
      under += 1;
    };
    const end = () => {
      if (state === 'under way') {
        under -= 1;
        answered += 1;
      }
      state = 'done';
    };
    if (hasBody(request)) request.once('end', begin);
    else begin();
    const { writeHead } = response;
    response.writeHead = function (this: typeof response, ...args: never[]) {
      end();
      return Reflect.apply(writeHead, this, args);
    } as typeof writeHead;
    response.once('close', end);
  }

  return {
    handler(request, response) {
      if (isTooMany() && !options.isExempt(request)) {
        const began = performance.now();
        const [least, most] = RETRY_AFTER_S;
        options.refuse(request, response, least + Math.floor(Math.random() * (most - least + 1)));
        refused += 1;
        refusing += performance.now() - began;
        return;
      }
      count(request, response);
      answer(request, response);
    },
    stop: () => clearInterval(timer),
  };
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
