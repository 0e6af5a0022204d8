import type { Appearance } from './appearance.ts';

/** The least size of a target in CSS pixels: ours on phones (design §9.5), elsewhere WCAG 2.5.8. */
export const SMALLEST_TARGET: Readonly<Record<Appearance['device'], number>> = {
  phone: 44,
  desktop: 24,
};

/** The most of each figure that a screen may have; any more fails `npm run tour -- --check`. */
export const LIMITS = {
  layoutShift: 0.005,
  footerMoves: 0,
  doubledLinks: 0,
  smallTargets: 0,
  cutAt200: 0,
  wideAt320: 0,
  wideAt320And200: 0,
  html: 0,
  ibm: 0,
  axe: 0,
  notOpened: 0,
} as const;

export type Figure = keyof typeof LIMITS;
