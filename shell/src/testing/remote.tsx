import type { RemoteRoutes, RouteRow } from '@portal/shared-routing';

type Said = { readonly heading: string } & Partial<RouteRow>;

/** A remote with one screen per path, each a heading. */
export function remoteWith(screens: Readonly<Record<`/${string}`, Said>>): RemoteRoutes {
  return {
    rows: Object.entries(screens).map(([path, { heading, ...row }]) => ({
      path: path as `/${string}`,
      guard: 'session',
      layout: 'default',
      title: { id: heading, message: heading },
      lazy: async () => ({ Component: () => <h1>{heading}</h1> }),
      ...row,
    })),
    loadCatalog: async () => ({ messages: {} }),
  };
}
