/**
 * The brand and design values that the portal, the identity provider’s pages, the e-mail messages
 * and the skeleton share (design §1.3). All colours are defined here; `scripts/checks/colors.ts`
 * fails on a raw colour elsewhere. This is plain data that the server, the builds and Panda’s
 * configuration can import.
 */

export type ThemedColor = { readonly light: string; readonly dark: string };

/**
 * Every colour by its purpose, with a light and a dark value (design §1.4). Text reaches a contrast
 * of 4.5:1 and outlines of controls 3:1 (WCAG 2.2, 1.4.3 and 1.4.11), as contrast.test.ts checks. A
 * brand can have others (docs/decisions/0054-brand.md).
 */
export const COLORS = {
  /** Background of the page. */
  paper: { light: '#faf8f5', dark: '#171512' },
  /** Background of cards, fields, the header and the drawer. */
  surface: { light: '#ffffff', dark: '#211e1a' },
  /** Background of inset areas, skeletons and hovered rows. */
  sunken: { light: '#f2eee8', dark: '#2c2823' },
  ink: { light: '#23201c', dark: '#f3eee6' },
  'ink.muted': { light: '#5b544b', dark: '#beb5a8' },
  /** Dividers. */
  line: { light: '#ded7cd', dark: '#3d3831' },
  /** Outlines of controls such as fields. */
  outline: { light: '#857b6f', dark: '#8f8578' },
  /** Deep indigo, for filled buttons and the selected item (design §1.2). */
  accent: { light: '#35348a', dark: '#b7b5f3' },
  'accent.hover': { light: '#29286e', dark: '#cac8f8' },
  'accent.soft': { light: '#ecebf7', dark: '#2f2d52' },
  /** Text on `accent`. */
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
  /** The overlay behind a drawer or a dialog. */
  veil: { light: 'rgb(35 32 28 / 0.48)', dark: 'rgb(0 0 0 / 0.64)' },
  // White in both themes, as the background of photos and of QR codes, which scanners need light.
  'fixed.white': { light: '#ffffff', dark: '#ffffff' },
  'fixed.ink': { light: '#23201c', dark: '#23201c' },
  'fixed.muted': { light: '#5b544b', dark: '#5b544b' },
  'fixed.accent': { light: '#35348a', dark: '#35348a' },
  'fixed.soft': { light: '#ecebf7', dark: '#ecebf7' },
  'fixed.veil': { light: 'rgb(0 0 0 / 0.55)', dark: 'rgb(0 0 0 / 0.55)' },
} as const satisfies Record<string, ThemedColor>;

export type ColorName = keyof typeof COLORS;

/** The ends between which shades of a color lie. */
export const BLACK = '#000000';
export const WHITE = '#ffffff';

/** The name of the demo brand. */
export const DEFAULT_BRAND_NAME = { ja: 'つばめメンバーズ', en: 'Tsubame Members' } as const;

/** LINE’s brand colour. White text on it has too little contrast, so the portal uses black. */
export const LINE_GREEN = '#06c755';
export const LINE_GREEN_TEXT = '#000000';

export const SHADOWS = {
  card: {
    light: '0 1px 2px rgb(35 32 28 / 0.06), 0 4px 16px rgb(35 32 28 / 0.05)',
    dark: '0 0 0 1px rgb(255 255 255 / 0.06)',
  },
  popup: { light: '0 8px 32px rgb(35 32 28 / 0.18)', dark: '0 8px 32px rgb(0 0 0 / 0.6)' },
} as const satisfies Record<string, ThemedColor>;

/** System fonts only; no font is downloaded (design §2.1). */
export const FONT_FAMILY =
  'system-ui, -apple-system, "Hiragino Sans", "Hiragino Kaku Gothic ProN", "Noto Sans JP", "Noto Sans CJK JP", "Yu Gothic", Meiryo, sans-serif';

export const LINE_HEIGHTS = { tight: 1.4, latin: 1.6, body: 1.75 } as const;

export const RADII = { sm: '0.375rem', md: '0.625rem', lg: '1rem', full: '999px' } as const;

/**
 * The minimum height and width of anything that can be tapped: 44 px (design §9.5; WCAG 2.2,
 * 2.5.5).
 */
export const TARGET_SIZE = '2.75rem';

export type ColorVariableOptions = {
  /** Prefix of the custom properties: `sk` gives `--sk-paper`, none gives `--paper`. */
  readonly prefix?: string;
  /** Whether the member’s choice of theme in `data-theme` overrides the theme of the device. */
  readonly memberChoosesTheme?: boolean;
};

/**
 * Prepends to a style sheet the definitions of the colours it uses. The sheet refers to a colour as
 * `var(--NAME)` or `var(--PREFIX-NAME)`, with a hyphen instead of the dot (`var(--ink-muted)`).
 * @throws Error if the sheet uses a custom property that is not a colour of the portal
 */
export function withColorVariables(
  css: string,
  { prefix = '', memberChoosesTheme = false }: ColorVariableOptions = {},
): string {
  const start = prefix === '' ? '--' : `--${prefix}-`;
  const used = [...css.matchAll(/var\((--[\w-]+)\)/g)].map(([, property = '']) => property);
  const define = (theme: keyof ThemedColor) =>
    [...new Set(used)]
      .map((property) => `${property}:${colorOf(property.slice(start.length))[theme]}`)
      .join(';');
  const root = memberChoosesTheme ? 'html' : ':root';
  const unlessLight = memberChoosesTheme ? 'html:not([data-theme=light])' : root;
  const blocks = [
    `${root}{${define('light')}}`,
    `@media (prefers-color-scheme:dark){${unlessLight}{${define('dark')}}}`,
    ...(memberChoosesTheme ? [`html[data-theme=dark]{${define('dark')}}`] : []),
  ];
  return `${blocks.join('\n')}\n${css}`;
}

function colorOf(variable: string): ThemedColor {
  const found = Object.entries(COLORS).find(([name]) => name.replace('.', '-') === variable);
  if (!found) throw new Error(`The portal has no colour "${variable}".`);
  return found[1];
}
