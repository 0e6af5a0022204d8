import type { RemoteRoutes, RouteRow, Screen } from '@portal/shared-routing';

/**
 * The remote's current routes. The router keeps the rows that it was created with; their screens
 * and loaders come from the newest modules.
 */
let routes: RemoteRoutes | undefined;
const shown = new Set<RouteRow['path']>();

export const latestRoutes = {
  take(newest: RemoteRoutes): void {
    routes = newest;
  },
  current(): RemoteRoutes {
    if (!routes) throw new Error('The remote has not been loaded yet.');
    return routes;
  },
  /** The screen of a row, from the newest module. */
  screen(path: RouteRow['path']): Promise<Screen> {
    shown.add(path);
    const row = latestRoutes.current().rows.find((candidate) => candidate.path === path);
    if (!row) throw new Error(`${path} is no longer in the route table. Please reload.`);
    return row.lazy();
  },
  /** Loads the newest module of every screen visited so far, so that it can replace the old one. */
  async loadShownScreen(): Promise<void> {
    await Promise.all([...shown].map((path) => latestRoutes.screen(path)));
  },
};
