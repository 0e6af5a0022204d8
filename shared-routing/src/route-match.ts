/**
 * Which row of a release covers a path. The page's boot script asks this before React Router has
 * arrived, and the shell to find the remote that owns a path; route-match.test.ts holds that both
 * answers are React Router's.
 */

/** Rows by path in React Router syntax: static segments and `:param`, nothing else. */
type Routes<Row> = Readonly<Record<string, Row>>;

/** The row for a bare path. Where several match, the one with the fewest parameters. */
export function routeFor<Row>(routes: Routes<Row>, barePath: string): Row | undefined {
  const [best] = Object.keys(routes)
    .filter((pattern) => matches(pattern, barePath))
    .sort((a, b) => parameters(a) - parameters(b));
  return best === undefined ? undefined : routes[best];
}

/**
 * The name of the remote that owns a bare path: the one with a row for it, else the one whose rows
 * share its first segment. That remote shows the not-found page of its area.
 */
export function remoteFor(
  remotes: Readonly<Record<string, { readonly routes: Routes<unknown> }>>,
  barePath: string,
): string | undefined {
  const names = Object.keys(remotes);
  const routesOf = (name: string) => remotes[name]?.routes ?? {};
  return (
    names.find((name) => routeFor(routesOf(name), barePath) !== undefined) ??
    names.find((name) => Object.keys(routesOf(name)).some((path) => area(path) === area(barePath)))
  );
}

/** Case and trailing slashes do not count, as in React Router. */
function matches(pattern: string, path: string): boolean {
  const wanted = segments(pattern);
  const found = segments(path);
  return (
    wanted.length === found.length &&
    wanted.every((segment, at) =>
      segment.startsWith(':')
        ? found[at] !== ''
        : segment.toLowerCase() === found[at]?.toLowerCase(),
    )
  );
}

const segments = (path: string) => path.replace(/\/+$/, '').split('/');
const area = (path: string) => path.split('/')[1];
const parameters = (pattern: string) => pattern.split('/:').length - 1;
