/** One reader's stream of server-sent events, whose data is a state: the newest is all that matters. */
export type EventStream = {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** The state may have changed. */
  look(): void;
  end(): void;
};

export type EventStreamOptions = {
  readonly event: string;
  /** The state as JSON, or `ended` when this reader may hear no more. */
  readonly read: () => Promise<string | 'ended'>;
  readonly heartbeatMs: number;
  /** Once, however it ends; with the error when `read` failed. */
  readonly onEnd: (error?: unknown) => void;
};

/**
 * Says the state at once and whenever it has changed. A slow reader is sent the newest state when it
 * reads again, never a queue of old ones; one that takes nothing from heartbeat to heartbeat is gone.
 */
export function eventStream({ event, read, heartbeatMs, onEnd }: EventStreamOptions): EventStream {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  let said: string | undefined;
  let looking = false;
  let lookAgain = false;
  let stuck = false;
  const timer = setInterval(heartbeat, heartbeatMs);
  timer.unref();

  const hasRoom = () => (controller?.desiredSize ?? 0) > 0;
  const write = (text: string) => controller?.enqueue(encoder.encode(text));

  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(made) {
        controller = made;
        look();
      },
      // The reader has room again.
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
    read().then(
      (state) => {
        looking = false;
        if (!controller) return;
        if (state === 'ended') return end();
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
    // A comment keeps proxies from taking silence for the end. What was missed while the database's
    // channel was down, what has come due since, and a session that has ended are found by looking.
    write(':\n\n');
    look();
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
