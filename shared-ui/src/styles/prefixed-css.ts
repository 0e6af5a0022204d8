import { css } from '#styled/css/css.js';
import type { SystemStyleObject } from '#styled/types/system-types.js';
import { SHARED_PREFIX } from '../panda/shared-prefix.ts';

export { SHARED_PREFIX, type SystemStyleObject };

type Styles = SystemStyleObject | false | null | undefined;

/**
 * Panda's `css()` with the package's prefix on every class, so that the sheets of separately built remotes never affect
 * each other: `prefixedCss('acc')({ p: '4', md: { p: '6' } })` is `acc-p_4 md:acc-p_6`.
 */
export function prefixedCss(prefix: string): (...styles: Styles[]) => string {
  if (prefix === SHARED_PREFIX) return css;
  return (...styles) =>
    css(...styles)
      .split(' ')
      .map((name) => withPrefix(name, prefix))
      .join(' ');
}

const SHARED_START = `${SHARED_PREFIX}-`;

/** Inserts the prefix after the conditions: `hover:ui-p_2`, `[&_a:hover]:ui-p_2`. */
function withPrefix(name: string, prefix: string): string {
  let depth = 0;
  for (let at = 0; at < name.length; at += 1) {
    const mark = name[at];
    if (mark === '[' || mark === '(') depth += 1;
    if (mark === ']' || mark === ')') depth -= 1;
    const starts = at === 0 || (mark !== ':' && depth === 0 && name[at - 1] === ':');
    if (starts && depth === 0 && name.startsWith(SHARED_START, at)) {
      return `${name.slice(0, at)}${prefix}-${name.slice(at + SHARED_START.length)}`;
    }
  }
  return name;
}
