import type { ReactElement } from 'react';
import { icon } from '#styled/recipes/icon.js';
import { ICON_PATHS, type IconName } from './icon-paths.ts';

export type { IconName };

export type IconProps = {
  readonly name: IconName;
  /** `sm` has the size of the surrounding text, `md` is 24 px and `lg` 32 px. */
  readonly size?: 'sm' | 'md' | 'lg';
  /** The accessible name; without it the icon is decorative and hidden from screen readers. */
  readonly label?: string;
};

export function Icon({ name, size = 'md', label }: IconProps): ReactElement {
  const naming = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true as const };
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: a title would show as a tooltip; aria-label or aria-hidden names it
    <svg viewBox="0 0 24 24" focusable="false" className={icon({ size })} {...naming}>
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
