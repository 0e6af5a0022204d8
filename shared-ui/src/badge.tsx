import type { ReactElement, ReactNode } from 'react';
import { badge } from '#styled/recipes/badge.js';
import type { Tone } from './banner.tsx';

export type BadgeProps = {
  readonly tone?: 'neutral' | 'accent' | Tone;
  readonly children: ReactNode;
};

/** A state in a word or two. */
export function Badge({ tone, children }: BadgeProps): ReactElement {
  return <span className={badge({ tone })}>{children}</span>;
}
