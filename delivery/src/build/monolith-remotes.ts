import { i18n } from '@lingui/core';
import type { Locale } from '@portal/shared-contract';
import type { RemoteRoutes } from '@portal/shared-routing';
import { RemoteLoadError } from '../../../shell/src/errors/remote-load-error.ts';

/** Replaces shell/src/remotes.ts in the monolith build: the same interface without federation. */

/** First segment of a path → the remote that owns it; the build puts it in (monolith-plugins.ts). */
declare const MONOLITH_OWNERS: Readonly<Record<string, string>>;

export function findRemoteForPath(barePath: string): string | undefined {
  return MONOLITH_OWNERS[`/${barePath.split('/')[1] ?? ''}`];
}

export async function loadRemote(name: string, locale: Locale): Promise<RemoteRoutes> {
  const routes = await routesOf(name);
  const { messages } = await routes.loadCatalog(locale);
  i18n.load(locale, messages as Parameters<typeof i18n.load>[1] & object);
  return routes;
}

async function routesOf(name: string): Promise<RemoteRoutes> {
  try {
    // The build decides which modules this can mean: every remote's `src/routes.ts`.
    return await import(`./remotes/${name}`);
  } catch (cause) {
    throw new RemoteLoadError(name, cause);
  }
}

export function prefetchRemotes(): void {}

export function stylesReady(): Promise<unknown> {
  return Promise.all(
    window.portal.shell.styles.map((file) => window.portal.load(window.portal.shell.base + file)),
  );
}
