/**
 * A regular expression, without regard to case, for the paths of all screens in both languages: the
 * edges answer 404 for any other. nginx reads the same expression.
 * @param rows the paths of the screens in React Router syntax: static segments and `:param`
 */
export function screenPattern(rows: readonly string[]): string {
  const paths = rows
    // This screen is what an unknown address shows.
    .filter((path) => path !== '/404')
    .map((path) =>
      path
        .replace(/\/+$/, '')
        .split('/')
        .map((segment) => (segment.startsWith(':') ? '[^/]+' : literal(segment)))
        .join('/'),
    );
  return `^(?:/(?:en|ja))?(?:${[...new Set(paths)].sort().join('|')})/*$`;
}

/** Hyphens and words need no escape; nothing else is in a path of ours but perhaps a dot. */
const literal = (segment: string) => segment.replace(/[^\w-]/g, '\\$&');
