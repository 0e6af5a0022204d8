import { withDeadline } from '@portal/shared-contract/with-deadline';

/** The time of the view is up: something that it waits for has not come. */
class ViewTimeoutError extends Error {
  /** The remote that was waited for, if it was one. */
  readonly remote: string | undefined;

  constructor(remote?: string) {
    super('The view did not load in time.');
    this.name = 'ViewTimeoutError';
    this.remote = remote;
  }
}

/** One limit for everything that a view waits for, tries and retries included, from the navigation on. */
export type ViewDeadline = {
  /** A navigation begins, and with it the time of its view. */
  restart(): void;
  /** The work's outcome, or a rejection with ViewTimeoutError when the time of the view is up. */
  within<T>(work: Promise<T>, remote?: string): Promise<T>;
  /** How long an API call may take whose answer a view waits for, in ms. */
  callLimit(): number;
};

type Clock = {
  readonly limitMs: number;
  /** When the time of the first view is up, on the clock of `now`. */
  readonly firstEnds: number;
  readonly now?: () => number;
};

/** Calls end a little before the view, so that the screen itself can say what is missing. */
const CALL_SHARE = 0.9;
/** A call that begins late still gets this share of the limit. */
const LEAST_CALL_SHARE = 0.2;

export function createViewDeadline({
  limitMs,
  firstEnds,
  now = () => performance.now(),
}: Clock): ViewDeadline {
  let ends = firstEnds;
  return {
    restart() {
      ends = now() + limitMs;
    },
    within: (work, remote) => withDeadline(work, ends - now(), () => new ViewTimeoutError(remote)),
    callLimit() {
      const left = ends - now();
      // A call that begins after that time is for a view that stands.
      const limit = left > 0 ? left : limitMs;
      return Math.max(limit * CALL_SHARE, limitMs * LEAST_CALL_SHARE);
    },
  };
}
