import type { ReactElement, ReactNode } from 'react';
import { badge } from '#styled/recipes/badge.js';
import type { Tone } from './banner.tsx';

export type StatusChipProps = {
  readonly tone?: 'neutral' | 'accent' | Tone;
  readonly children: ReactNode;
};

/** A state in a word or two; its colour repeats what the words say. */
export function StatusChip({ tone, children }: StatusChipProps): ReactElement {
  return <span className={badge({ tone })}>{children}</span>;
}

/** A number on something: how many are unread. */
export function Badge({ tone = 'accent', children }: StatusChipProps): ReactElement {
  return <span className={badge({ tone })}>{children}</span>;
}
