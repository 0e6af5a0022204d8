import type { CodeRuns } from '@portal/shared-contract/worker';
import { endRun, noteRun } from '@portal/shared-routing/running-release';

/** How often a page that runs new code tells the service worker that it is not frozen. */
const BEAT_MS = 1_000;

const versions = new Map<string, string>();
/** The remotes whose code runs: a screen's, and those of cards beside it. */
const running = new Map<string, { readonly tell: () => void; readonly beat: Beat }>();
type Beat = ReturnType<typeof setInterval>;

/**
 * The code of a remote is about to run: the service worker, whose thread is another, reports the release if
 * this page falls silent.
 * @param version of the release that starts; without one, that which has started
 */
export function codeRuns(remote: string, version = versions.get(remote)): void {
  if (version === undefined) return;
  versions.set(remote, version);
  noteRun(remote, version);
  clearInterval(running.get(remote)?.beat);
  const { config, token } = window.portal;
  const { apiUrl } = config;
  const tell = () => tellWorker({ type: 'runs', remote, version, apiUrl, token });
  tell();
  running.set(remote, { tell, beat: setInterval(tell, BEAT_MS) });
}

/**
 * Its screen or its card is shown, or something stands in its place.
 * @param remote without one, of all that run
 */
export function codeHasRun(remote?: string): void {
  const ended = remote === undefined ? [...running.keys()] : running.has(remote) ? [remote] : [];
  if (ended.length === 0) return;
  for (const one of ended) {
    clearInterval(running.get(one)?.beat);
    running.delete(one);
    endRun(one);
  }
  const [other] = running.values();
  // The worker knows one remote at a time of a page.
  if (other) other.tell();
  else tellWorker({ type: 'has-run' });
}

function tellWorker(message: CodeRuns): void {
  if (!window.portal.preview) navigator.serviceWorker?.controller?.postMessage(message);
}
