const FILE = /^\/remotes\/[a-z][a-z0-9-]*\/[0-9A-Za-z_~.-]+$/;
const WORDS = /^(?:\/[a-z][a-z-]*)+(?=\/|$)/;

/**
 * What the log says of a path: its words up to the first segment that is none, which may be a postal code, an
 * id, or whatever somebody typed; and the names of files. deploy/nginx/maps.conf does the same.
 */
export function loggedPath(path: string): string {
  return (FILE.exec(path) ?? WORDS.exec(path))?.[0] ?? '/';
}
