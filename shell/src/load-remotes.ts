import './provided-components.ts';
import type { Locale, PortalPage, RemoteOnPage } from '@portal/shared-contract';
import { type RemoteRoutes, remoteFor } from '@portal/shared-routing';
import { hasFrozen } from '@portal/shared-routing/running-release';
import { openContainer } from './container.ts';
import { RemoteLoadError, type StartFailure } from './remotes/remote-load-error.ts';
import { createRemoteStarter } from './remotes/remote-starter.ts';
import { reportStage } from './telemetry/report-stage.ts';
import { codeHasRun, codeRuns } from './telemetry/running-code.ts';

/** The name of the remote that owns this path (without locale prefix), by the registry in the page. */
export function findRemoteForPath(barePath: string): string | undefined {
  return remoteFor(window.portal.areas, barePath);
}

/** Each remote that is live, in the operator's order; those of the page alone where the others did not come. */
export async function releasedRemotes(): Promise<PortalPage['remotes']> {
  await window.portal.readParts().catch(() => undefined);
  return window.portal.remotes;
}

/**
 * Loads a remote's route rows, its stylesheet and its texts in this locale.
 *
 * Every file is loaded by the page's `load`, which checks its hash and asks once more for one that
 * failed. Then the container is there and is only connected with the shared modules.
 *
 * @throws RemoteLoadError when neither its release nor the fallback started. A later call tries
 * again; no reload is needed.
 */
export const loadRemote = createRemoteStarter<RemoteRoutes>({
  live: async (name) => window.portal.remotes[name] ?? (await releasedRemotes())[name],
  start: (name, remote, locale) =>
    start(name, remote, locale).catch((error: RemoteLoadError & { readonly why: StartFailure }) => {
      codeHasRun(name);
      reportStage(name, 'failed', error.why);
      throw error;
    }),
  restart,
});

/** Releases that have frozen an earlier page; they run when the member asks again. */
const heldBack = new Set<string>();

async function start(name: string, remote: RemoteOnPage, locale: Locale): Promise<RemoteRoutes> {
  const { version } = remote;
  const release = `${name} ${version}`;
  if (hasFrozen(name, version) && !heldBack.has(release)) {
    heldBack.add(release);
    throw new RemoteLoadError(name, 'It froze an earlier page.', 'frozen');
  }
  codeRuns(name, version);
  const isFallback = version !== window.portal.remotes[name]?.version;
  reportStage(name, 'began', undefined, isFallback ? version : undefined);
  await Promise.all([
    loadFiles(remote, [...remote.styles, ...remote.scripts]),
    window.portal.loadTexts(remote, locale),
  ]).catch((cause) => {
    throw new RemoteLoadError(name, cause);
  });
  reportStage(name, 'loaded');
  try {
    const routes = await openContainer<RemoteRoutes>(remote.name, './routes');
    reportStage(name, 'started');
    return routes;
  } catch (cause) {
    throw new RemoteLoadError(name, cause, 'broken');
  }
}

async function restart(name: string, release: 'live' | 'fallback'): Promise<RemoteOnPage> {
  const remote = await window.portal.restart(name, release);
  // Webpack's list of loaded chunks too, since those of another release have the same numbers.
  Object.assign(window, { [remote.name]: undefined, [`webpackChunk${remote.name}`]: undefined });
  return remote;
}

async function loadFiles(remote: RemoteOnPage, files: readonly string[]): Promise<void> {
  await Promise.all(files.map((file) => window.portal.load(remote.base + file)));
}

/** Waits for the shell's own stylesheets. `loadRemote` loads those of a remote. */
export function stylesReady(): Promise<unknown> {
  const { shell, load } = window.portal;
  return Promise.all(shell.styles.map((file) => load(shell.base + file)));
}
