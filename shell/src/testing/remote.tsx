import { type RemoteRoutes, type RouteRow, useLoaderData } from '@portal/shared-routing';

type Said = { readonly heading: string } & Partial<RouteRow>;

/** A remote with one screen per path, each showing a heading. */
export function remoteWith(screens: Readonly<Record<`/${string}`, Said>>): RemoteRoutes {
  return {
    title: { id: 'remote', message: 'Remote' },
    rows: Object.entries(screens).map(([path, { heading, ...row }]) => ({
      path: path as `/${string}`,
      guard: 'session',
      layout: 'default',
      title: { id: heading, message: heading },
      lazy: async () => ({ loader: () => heading, Component: Heading }),
      ...row,
    })),
    loadCatalog: async () => ({ messages: {} }),
  };
}

/** A screen that shows what its loader returned. */
export function Heading() {
  return <h1>{useLoaderData<string>()}</h1>;
}

/** A screen that throws. */
export function Broken(): never {
  throw new Error('bug');
}
