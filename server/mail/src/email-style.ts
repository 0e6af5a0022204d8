import {
  type ColorName,
  FONT_FAMILY,
  RADII,
  type ThemedColor,
} from '@portal/shared-contract/brand-values';

/** The colours of each part of an e-mail message, by the portal's names. */
const PARTS = {
  page: { background: 'paper', color: 'ink' },
  card: { background: 'surface', 'border-color': 'line' },
  brand: { color: 'accent' },
  code: { background: 'accent.soft', color: 'ink' },
  facts: { 'border-color': 'line' },
  button: { background: 'accent', color: 'accent.on' },
  small: { color: 'ink.muted' },
} as const satisfies Record<string, Readonly<Record<string, ColorName>>>;
type Part = keyof typeof PARTS;

const partNames = Object.keys(PARTS) as Part[];

type Colors = Readonly<Record<ColorName, ThemedColor>>;

export type EmailStyle = {
  /** Inline, because many mail programs know no style sheets and no custom properties. */
  readonly light: Readonly<Record<Part, string>>;
  /** For the mail programs that know style sheets. Others darken a light message themselves. */
  readonly darkSheet: string;
};

/** The style of e-mail messages in the colors of a brand. */
export function emailStyle(colors: Colors): EmailStyle {
  const declarations = (part: Part, theme: keyof ThemedColor, important = '') =>
    Object.entries<ColorName>(PARTS[part])
      .map(([property, name]) => `${property}:${colors[name][theme]}${important}`)
      .join(';');
  return {
    light: Object.fromEntries(
      partNames.map((part) => [part, declarations(part, 'light')]),
    ) as Record<Part, string>,
    darkSheet: `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){${partNames
      .map((part) => `.${part}{${declarations(part, 'dark', '!important')}}`)
      .join('')}}`,
  };
}

/** Single quotes, because it stands in an attribute. */
export const FONTS = FONT_FAMILY.replaceAll('"', "'");

const inPixels = (rem: string) => `${Number.parseFloat(rem) * 16}px`;
/** In pixels, because mail programs differ in the size of 1 rem. */
export const RADIUS = { card: inPixels(RADII.lg), box: inPixels(RADII.md) } as const;
