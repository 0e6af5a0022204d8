import type { CodeRuns } from '@portal/shared-contract/worker';
import { endRun, noteRun } from '@portal/shared-routing/running-release';

/** How often a page that runs new code tells the service worker that it is not frozen. */
const BEAT_MS = 1_000;

const versions = new Map<string, string>();
let running: { readonly remote: string; readonly beat: ReturnType<typeof setInterval> } | undefined;

/**
 * The code of a remote is about to run: the service worker, whose thread is another, reports the release if
 * this page falls silent.
 * @param version of the release that starts; without one, that which has started
 */
export function codeRuns(remote: string, version = versions.get(remote)): void {
  if (version === undefined) return;
  versions.set(remote, version);
  noteRun(remote, version);
  clearInterval(running?.beat);
  const { config, token } = window.portal;
  const { apiUrl } = config;
  const tell = () => tellWorker({ type: 'runs', remote, version, apiUrl, token });
  tell();
  running = { remote, beat: setInterval(tell, BEAT_MS) };
}

/** Its screen is shown, or words stand in its place. */
export function codeHasRun(): void {
  if (!running) return;
  clearInterval(running.beat);
  endRun(running.remote);
  running = undefined;
  tellWorker({ type: 'has-run' });
}

function tellWorker(message: CodeRuns): void {
  if (!window.portal.override) navigator.serviceWorker?.controller?.postMessage(message);
}
