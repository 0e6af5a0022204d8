import type { RemoteRoutes, RouteRow, Screen } from '@portal/shared-routing';

/**
 * The remote's routes as they are now. The router keeps the rows it was made with; what it asks a row
 * for (its screen, its loader) is answered from the newest module.
 */
let routes: RemoteRoutes | undefined;
const shown = new Set<RouteRow['path']>();

export const latestRoutes = {
  take(newest: RemoteRoutes): void {
    routes = newest;
  },
  current(): RemoteRoutes {
    if (!routes) throw new Error('The remote has not been taken yet.');
    return routes;
  },
  /** The screen of a row, from the newest module. */
  screen(path: RouteRow['path']): Promise<Screen> {
    shown.add(path);
    const row = latestRoutes.current().rows.find((candidate) => candidate.path === path);
    if (!row) throw new Error(`${path} has left the table of routes. Please reload.`);
    return row.lazy();
  },
  /** Runs the newest modules of every screen seen so far, so that they can take the place of theirs. */
  async loadShownScreen(): Promise<void> {
    await Promise.all([...shown].map((path) => latestRoutes.screen(path)));
  },
};
