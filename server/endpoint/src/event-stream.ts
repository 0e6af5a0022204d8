/** One reader's stream of server-sent events. Each event carries the whole state, so only the newest matters. */
export type EventStream = {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Reads the state again, because it may have changed. */
  look(): void;
  end(): void;
};

export type EventStreamOptions = {
  readonly event: string;
  /** Whether this reader may still receive the state; asked before each `read` and at each heartbeat. */
  readonly isAllowed: () => Promise<boolean>;
  readonly read: () => Promise<string>;
  readonly heartbeatMs: number;
  /** Called once, however the stream ends; with the error if `isAllowed` or `read` failed. */
  readonly onEnd: (error?: unknown) => void;
};

/**
 * Sends the state at once and whenever it has changed. A slow reader gets the newest state when it reads again, not a
 * queue of old ones. A reader that reads nothing between two heartbeats is disconnected.
 */
export function eventStream({
  event,
  isAllowed,
  read,
  heartbeatMs,
  onEnd,
}: EventStreamOptions): EventStream {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  let said: string | undefined;
  let looking = false;
  let lookAgain = false;
  let stuck = false;
  const timer = setInterval(heartbeat, heartbeatMs);
  timer.unref();

  const hasRoom = () => (controller?.desiredSize ?? 0) > 0;
  const readIfAllowed = async () => ((await isAllowed()) ? read() : undefined);
  const write = (text: string) => controller?.enqueue(encoder.encode(text));

  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(made) {
        controller = made;
        look();
      },
      // The reader can take more data.
      pull() {
        stuck = false;
        if (lookAgain) look();
      },
      cancel: () => leave(),
    },
    { highWaterMark: 1 },
  );

  function look(): void {
    if (!controller) return;
    if (looking || !hasRoom()) {
      lookAgain = true;
      return;
    }
    looking = true;
    lookAgain = false;
    readIfAllowed().then(
      (state) => {
        looking = false;
        if (!controller) return;
        if (state === undefined) return end();
        if (state !== said) {
          said = state;
          write(`event: ${event}\ndata: ${state}\n\n`);
        }
        if (lookAgain) look();
      },
      (error: unknown) => end(error),
    );
  }

  function heartbeat(): void {
    if (!controller) return;
    if (!hasRoom()) {
      if (stuck) end();
      stuck = true;
      return;
    }
    // The comment keeps proxies from closing an idle connection. The state is not read: with thousands of
    // streams that would be most of what the database does.
    write(':\n\n');
    isAllowed().then((allowed) => {
      if (!allowed) end();
    }, end);
  }

  function end(error?: unknown): void {
    controller?.close();
    leave(error);
  }

  function leave(error?: unknown): void {
    if (!controller) return;
    controller = undefined;
    clearInterval(timer);
    onEnd(error);
  }

  return { body, look, end: () => end() };
}
