/**
 * The brand and design values that the portal, the identity provider’s pages, the email messages and the skeleton share
 * (design §1.3). All colours are defined here; `checks/source/src/files/colors.ts` fails on a raw colour elsewhere.
 * This is plain data that the server, the builds and Panda’s configuration can import.
 */

export type ThemedColor = { readonly light: string; readonly dark: string };

/**
 * Every colour by its purpose, with a light and a dark value (design §1.4). Text reaches a contrast
 * of 4.5:1 and outlines of controls 3:1 (WCAG 2.2, 1.4.3 and 1.4.11), as contrast.test.ts checks. A
 * brand can have others (docs/decisions/0051-brand.md).
 */
export const COLORS = {
  /** Background of the page. */
  paper: { light: '#fbfbfe', dark: '#0a0b17' },
  /** Background of cards, fields, the header and the menu. */
  surface: { light: '#ffffff', dark: '#14162b' },
  /** Background of inset areas, skeletons and hovered rows. */
  sunken: { light: '#eff1f8', dark: '#1f2340' },
  ink: { light: '#14163a', dark: '#eef0fb' },
  'ink.muted': { light: '#555975', dark: '#b0b5d2' },
  /** Dividers. */
  line: { light: '#dcdfec', dark: '#2f3459' },
  /** Outlines of controls such as fields. */
  outline: { light: '#7c80a0', dark: '#7f85ab' },
  /** Deep indigo, for filled buttons and the selected item (design §1.2). */
  accent: { light: '#2c2f8e', dark: '#b9bdff' },
  'accent.hover': { light: '#20236f', dark: '#d0d3ff' },
  'accent.soft': { light: '#e9eaf9', dark: '#282c57' },
  /** Text on `accent`. */
  'accent.on': { light: '#ffffff', dark: '#14163a' },
  focus: { light: '#2c2f8e', dark: '#b9bdff' },
  success: { light: '#17633c', dark: '#8fdcb0' },
  'success.soft': { light: '#e3f3ea', dark: '#15362a' },
  warning: { light: '#744700', dark: '#f3cb7c' },
  'warning.soft': { light: '#fcf0d6', dark: '#3a2e12' },
  danger: { light: '#b83519', dark: '#ff9a80' },
  'danger.hover': { light: '#98290f', dark: '#ffb5a1' },
  'danger.soft': { light: '#fdece7', dark: '#44201a' },
  'danger.on': { light: '#ffffff', dark: '#34100a' },
  info: { light: '#2c4a8e', dark: '#a9c9f5' },
  'info.soft': { light: '#e8edfa', dark: '#1b2b4a' },
  /** The overlay behind the menu or a dialog. */
  veil: { light: 'rgb(10 11 23 / 0.55)', dark: 'rgb(0 0 0 / 0.64)' },
  // White in both themes, as the background of photos and of QR codes, which scanners need light.
  'fixed.white': { light: '#ffffff', dark: '#ffffff' },
  'fixed.ink': { light: '#14163a', dark: '#14163a' },
  'fixed.muted': { light: '#555975', dark: '#555975' },
  'fixed.accent': { light: '#2c2f8e', dark: '#2c2f8e' },
  'fixed.soft': { light: '#e9eaf9', dark: '#e9eaf9' },
  'fixed.stamp': { light: '#b83519', dark: '#b83519' },
  'fixed.veil': { light: 'rgb(0 0 0 / 0.55)', dark: 'rgb(0 0 0 / 0.55)' },
  /** The part of a passport below its art, on which the name stands. The portal's designs have their own. */
  'fixed.ground': { light: '#161847', dark: '#161847' },
  /** Secondary text on it. */
  'fixed.faint': { light: '#cfd3f2', dark: '#cfd3f2' },
  /** Buttons and lines on it. */
  'fixed.lift': { light: 'rgb(255 255 255 / 0.14)', dark: 'rgb(255 255 255 / 0.14)' },
} as const satisfies Record<string, ThemedColor>;

/** The skies of the portal's designs, a strip under the header of every page: its top and its end. */
export const SKIES: Readonly<Record<string, readonly [string, string]>> = {
  mountain: ['#1d2c74', '#33479a'],
  waves: ['#0b1f4a', '#164a78'],
  blossom: ['#5a2a55', '#8a4a75'],
  swallows: ['#134a63', '#1d6a7c'],
  night: ['#10143f', '#2b2a68'],
  'hemp-leaf': ['#0f473c', '#1c6554'],
};

/** The colors of what stands on such a sky, in both themes. */
export const ON_SKY = {
  ink: '#ffffff',
  'ink.muted': '#dfe3fb',
  accent: '#ffffff',
  'accent.hover': '#dfe3fb',
  'accent.on': '#14163a',
  focus: '#ffffff',
  outline: '#ffffff',
  surface: 'transparent',
  sunken: '#ffffff29',
  danger: '#ffffff',
  'danger.on': '#a52d17',
} as const satisfies Partial<Record<keyof typeof COLORS, string>>;

/** Its birds and their throats, and its clouds. */
export const IN_SKY = { birds: '#0a0b17', throats: '#e2603f', clouds: '#ffffff' } as const;

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
    light: '0 1px 2px rgb(20 22 58 / 0.08), 0 8px 24px rgb(20 22 58 / 0.1)',
    dark: '0 0 0 1px rgb(255 255 255 / 0.06)',
  },
  popup: { light: '0 18px 60px rgb(20 22 58 / 0.28)', dark: '0 18px 60px rgb(0 0 0 / 0.6)' },
} as const satisfies Record<string, ThemedColor>;

/** System fonts only (design §2.1). `system-ui` is last: on Windows it is Yu Gothic UI, whose kana are narrow. */
export const FONT_FAMILY =
  '"Hiragino Sans", "Hiragino Kaku Gothic ProN", "Noto Sans JP", "Noto Sans CJK JP", "Yu Gothic Medium", "Yu Gothic", YuGothic, Meiryo, system-ui, sans-serif';

export const LINE_HEIGHTS = { tight: 1.4, latin: 1.6, body: 1.75 } as const;

export const RADII = {
  sm: '0.375rem',
  md: '0.75rem',
  lg: '1.25rem',
  xl: '1.75rem',
  full: '999px',
} as const;

/** The least height and width of what is tapped: 44 px (design §9.5; WCAG 2.2, 2.5.5). */
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
