/**
 * Every colour of the portal, light and dark, by what it is for. No screen names a raw colour.
 * Pairs that carry text reach 4.5:1 and control outlines 3:1 (WCAG 2.2 AA): colors.test.ts counts.
 */
export const COLORS = {
  /** The page. */
  paper: { light: '#faf8f5', dark: '#171512' },
  /** Cards, fields, header, drawer. */
  surface: { light: '#ffffff', dark: '#211e1a' },
  /** Wells, skeletons, hovered rows. */
  sunken: { light: '#f2eee8', dark: '#2c2823' },
  ink: { light: '#23201c', dark: '#f3eee6' },
  'ink.muted': { light: '#5b544b', dark: '#beb5a8' },
  /** Lines that only divide. */
  line: { light: '#ded7cd', dark: '#3d3831' },
  /** Outlines that tell where a control is. */
  outline: { light: '#857b6f', dark: '#8f8578' },
  /** Deep indigo: the filled button, the chosen one. */
  accent: { light: '#35348a', dark: '#b7b5f3' },
  'accent.hover': { light: '#29286e', dark: '#cac8f8' },
  'accent.soft': { light: '#ecebf7', dark: '#2f2d52' },
  /** What stands on `accent`. */
  'accent.on': { light: '#ffffff', dark: '#1a1946' },
  focus: { light: '#35348a', dark: '#b7b5f3' },
  success: { light: '#1c643a', dark: '#8ed6a8' },
  'success.soft': { light: '#e6f3ea', dark: '#1c3325' },
  warning: { light: '#744700', dark: '#f0c674' },
  'warning.soft': { light: '#fdf1da', dark: '#3a2d14' },
  danger: { light: '#a8231b', dark: '#ffb3aa' },
  'danger.hover': { light: '#8a1b15', dark: '#ffc9c2' },
  'danger.soft': { light: '#fcebe8', dark: '#45211d' },
  'danger.on': { light: '#ffffff', dark: '#4a0d08' },
  info: { light: '#24508a', dark: '#a9c9f5' },
  'info.soft': { light: '#e7eff9', dark: '#1d2f45' },
  /** Behind a drawer or dialog. */
  veil: { light: 'rgb(35 32 28 / 0.48)', dark: 'rgb(0 0 0 / 0.64)' },
} as const satisfies Record<string, { light: string; dark: string }>;

export type ColorName = keyof typeof COLORS;
