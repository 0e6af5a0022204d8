import type { Locale } from '@portal/shared-contract';
import type { RemoteRoutes } from '@portal/shared-routing';
import { RemoteLoadError } from '../../../shell/src/remotes/remote-load-error.ts';
import { OWNERS, REMOTES } from './monolith-table.ts';

/** Replaces shell/src/load-remotes.ts in the monolith build: the same interface without federation. */

export function findRemoteForPath(barePath: string): string | undefined {
  return OWNERS[`/${barePath.split('/')[1] ?? ''}`];
}

export async function loadRemote(name: string, locale: Locale): Promise<RemoteRoutes> {
  const load = REMOTES[name];
  if (!load) throw new RemoteLoadError(name, 'unknown');
  const routes = await load();
  await window.portal.loadTexts(window.portal.shell, locale);
  return routes;
}

export function stylesReady(): Promise<unknown> {
  return Promise.all(
    window.portal.shell.styles.map((file) => window.portal.load(window.portal.shell.base + file)),
  );
}
