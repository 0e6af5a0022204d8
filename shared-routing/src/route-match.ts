/**
 * Which row of a release covers a path. The page's boot script asks this before React Router has arrived, and the shell
 * to find the remote that owns a path; route-match.test.ts holds that both answers are React Router's.
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
 * The name of the remote that owns a bare path, which is the one that has its first segment. It also shows the
 * not-found page of its area.
 * @param areas as the page has them (`PortalPage.areas`)
 */
export function remoteFor(areas: string, barePath: string): string | undefined {
  const area = barePath.split('/')[1]?.toLowerCase();
  for (const entry of areas.split(' ')) {
    const [segment, name = segment] = entry.split(':');
    if (segment && segment === area) return name;
  }
  return undefined;
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
const parameters = (pattern: string) => pattern.split('/:').length - 1;
