/** Orders versions by their numbers, as `sort` needs it. */
export const compare = (a: string, b: string): number =>
  a.localeCompare(b, 'en', { numeric: true });

/**
 * Whether a version is in a caret range, as npm defines it: at least this version, with the same
 * number in the first place that is not zero. Suffixes of pre-releases are not looked at.
 */
export function satisfies(version: string, range: string): boolean {
  const lowest = range.slice(1);
  const [fixed] = /^[0.]*\d+/.exec(lowest) ?? [];
  return `${version}.`.startsWith(`${fixed}.`) && compare(version, lowest) >= 0;
}
