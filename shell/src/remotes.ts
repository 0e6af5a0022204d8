import './federation-runtime.ts';
import './offered-components.ts';
import { i18n } from '@lingui/core';
import {
  loadRemote as loadFromFederation,
  registerRemotes,
} from '@module-federation/enhanced/runtime';
import type { Locale, RemoteOnPage } from '@portal/shared-contract';
import { matchPath, type RemoteRoutes } from '@portal/shared-routing';

/** How often a part of the portal is asked for before the member is told. */
const LOAD_ATTEMPTS = 2;
const RETRY_DELAY_MS = 400;

/** A remote that is down, corrupt or incompatible. The shell shows it as a broken room. */
export class RemoteLoadError extends Error {
  readonly remote: string;

  constructor(remote: string, cause: unknown) {
    super(`The remote ${remote} could not be loaded.`, { cause });
    this.name = 'RemoteLoadError';
    this.remote = remote;
  }
}

/** The remote that owns this bare path, by the registry in the page. */
export function remoteOwning(barePath: string): string | undefined {
  const owners = Object.entries(window.portal.remotes);
  const exact = owners.find(([, remote]) =>
    Object.keys(remote.routes).some((pattern) => matchPath(pattern, barePath)),
  );
  if (exact) return exact[0];
  // A path that no row names still belongs to whoever owns its first segment: it has the 404.
  const segment = barePath.split('/')[1] ?? '';
  return owners.find(([, remote]) =>
    Object.keys(remote.routes).some((pattern) => pattern.split('/')[1] === segment),
  )?.[0];
}

/**
 * Loads a remote's rows, with its stylesheet and its texts in this locale.
 *
 * Every file comes through the page's `load`, with its hash; federation then finds the entry already
 * there and only joins the shared modules.
 *
 * @throws RemoteLoadError after the last attempt. A later call tries afresh, without a reload.
 */
export async function loadRemote(name: string, locale: Locale): Promise<RemoteRoutes> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await loadOnce(name, locale);
    } catch (cause) {
      if (attempt === LOAD_ATTEMPTS) throw new RemoteLoadError(name, cause);
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    }
  }
}

async function loadOnce(name: string, locale: Locale): Promise<RemoteRoutes> {
  const remote = window.portal.remotes[name];
  if (!remote) throw new Error(`The registry names no remote ${name}.`);
  await loadFiles(remote, [
    ...remote.styles,
    ...remote.scripts,
    ...(remote.catalogs[locale] ?? []),
  ]);
  register(remote);
  const routes = await loadFromFederation<RemoteRoutes>(`${remote.name}/routes`);
  if (!routes) throw new Error(`The remote ${name} exposes no routes.`);
  const { messages } = await routes.loadCatalog(locale);
  i18n.load(locale, messages as Parameters<typeof i18n.load>[1] & object);
  return routes;
}

const registered = new Set<string>();

function register(remote: RemoteOnPage): void {
  if (registered.has(remote.name)) return;
  registered.add(remote.name);
  registerRemotes([{ name: remote.name, entry: remote.base + remote.entry, type: 'global' }]);
}

async function loadFiles(remote: RemoteOnPage, files: readonly string[]): Promise<void> {
  await Promise.all(files.map((file) => window.portal.load(remote.base + file)));
}

/** The shell's own stylesheets; a remote's come with its rows (`loadRemote`). */
export function stylesReady(): Promise<unknown> {
  const { shell, load } = window.portal;
  return Promise.all(shell.styles.map((file) => load(shell.base + file)));
}

/**
 * Fetches the other remotes' entries, and their screens without a parameter, when the browser is
 * idle: the first change of route then waits for data only.
 */
export function prefetchRemotes(except: string | undefined, locale: Locale): void {
  const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200));
  for (const [name, remote] of Object.entries(window.portal.remotes)) {
    if (name === except) continue;
    idle(() => {
      const first = Object.values(remote.routes)[0]?.files ?? [];
      // A prefetch that fails is nobody's business: the visit itself will try, and say so.
      loadFiles(remote, [
        ...remote.styles,
        ...remote.scripts,
        ...(remote.catalogs[locale] ?? []),
        ...first,
      ]).catch(() => undefined);
    });
  }
}
