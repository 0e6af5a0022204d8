import type { Locale, RemoteOnPage } from '@portal/shared-contract';
import { RemoteLoadError } from './remote-load-error.ts';

/** What starting a remote needs of the page and of federation: remotes.ts in the product. */
export type RemoteStartPorts<Routes> = {
  /** The release that the page wants. */
  live(name: string): Promise<RemoteOnPage | undefined>;
  /** @throws RemoteLoadError that says why the release did not start */
  start(name: string, release: RemoteOnPage, locale: Locale): Promise<Routes>;
  /** Removes what is left of a failed start, and gives the release to start. */
  restart(name: string, release: 'live' | 'fallback'): Promise<RemoteOnPage>;
};

/**
 * Starts remotes. In the place of a release that does not start its fallback is tried once; where
 * that fails too, the error says why the first one failed. A release that has started stays for the
 * life of the tab, so that its parts are never mixed with those of another one.
 */
export function createRemoteStarter<Routes>({ live, start, restart }: RemoteStartPorts<Routes>) {
  const running = new Map<string, RemoteOnPage>();
  const failed = new Set<string>();

  async function run(name: string, release: RemoteOnPage, locale: Locale): Promise<Routes> {
    const routes = await start(name, release, locale);
    running.set(name, release);
    return routes;
  }

  return async (name: string, locale: Locale): Promise<Routes> => {
    const wanted = running.get(name) ?? (await live(name));
    if (!wanted) throw new RemoteLoadError(name, 'not in the registry');
    const hasStarted = running.has(name);
    try {
      return await run(name, failed.has(name) ? await restart(name, 'live') : wanted, locale);
    } catch (error) {
      if (hasStarted) throw error;
      if ((error as Partial<RemoteLoadError>).why === 'broken') failed.add(name);
      if (!wanted.fallback) throw error;
      failed.add(name);
      try {
        const routes = await run(name, await restart(name, 'fallback'), locale);
        failed.delete(name);
        return routes;
      } catch {
        throw error;
      }
    }
  };
}
