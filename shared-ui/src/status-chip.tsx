import type { ReactNode } from 'react';
import { badge } from '#styled/recipes/badge.js';
import type { Tone } from './banner.tsx';

export type StatusChipProps = {
  readonly tone?: 'neutral' | 'accent' | Tone;
  readonly children: ReactNode;
};

/** A status in a word or two; the colour only repeats what the text says. */
export function StatusChip({ tone, children }: StatusChipProps) {
  return <span className={badge({ tone })}>{children}</span>;
}
