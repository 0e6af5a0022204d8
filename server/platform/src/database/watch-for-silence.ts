import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

const BEAT_MS = 2_000;
const SILENCE_MS = 3_000;
/** For an answer that has come, but that a busy process has not read yet. */
const GRACE_MS = 300;

/**
 * Asks a connection for a sign of life every two seconds. A host that vanishes closes nothing: without this, each
 * of its connections would be believed in until a statement on it had waited for its whole limit.
 * @param ask resolves, or rejects, when there was an answer
 * @param onSilence called once, when an answer has not come within three seconds; then nothing is asked any more
 * @returns ends the watch
 */
export function watchForSilence(ask: () => Promise<unknown>, onSilence: () => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const wait = (ms: number) => pause(ms, undefined, { signal, ref: false });
  const watch = async () => {
    for (;;) {
      await wait(BEAT_MS);
      let hasAnswered = false;
      const answer = ask()
        .catch(() => undefined)
        .then(() => {
          hasAnswered = true;
        });
      await Promise.race([answer, wait(SILENCE_MS)]);
      if (!hasAnswered) await wait(GRACE_MS);
      if (!hasAnswered) {
        onSilence();
        return;
      }
    }
  };
  // Rejected when the watch is ended.
  watch().catch(() => undefined);
  return () => ended.abort();
}

/** Ends a connection at once, without a word to PostgreSQL, which would not hear it. */
export function breakOff(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: Socket } };
  connection.stream.destroy();
}
