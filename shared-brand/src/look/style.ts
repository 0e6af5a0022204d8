import type { ThemedColor } from '@portal/shared-contract/brand-values';
import { svgAsUrl, withCurrentColor } from './icon.ts';
import { type BrandLook, colorsOf } from './look.ts';

/**
 * The names under which style sheets have the colors: those of the screens (Panda), of the identity
 * provider's pages (Panda too), and of the skeleton.
 */
const PREFIXES = ['colors', 'sk'];

/**
 * The style sheet of a brand, for the page itself: it lies in no layer, so that it prevails over the colors of
 * the builds. An element of the class `brand-mark` shows the brand's logo instead of what is in it.
 * @returns an empty text for the demo brand
 */
export function brandStyle(look: BrandLook = {}): string {
  const { light, dark } = { light: variablesOf(look, 'light'), dark: variablesOf(look, 'dark') };
  return [
    ...(light
      ? [
          `html{${light}}`,
          `@media (prefers-color-scheme:dark){html:not([data-theme=light]){${dark}}}`,
          `html[data-theme=dark]{${dark}}`,
        ]
      : []),
    ...(look.logo ? [LOGO_RULES] : []),
  ].join('');
}

const LOGO_RULES =
  '.brand-mark{background:var(--brand-logo) center/contain no-repeat;print-color-adjust:exact}.brand-mark>*{display:none}';

function variablesOf(look: BrandLook, theme: keyof ThemedColor): string {
  const own = Object.entries<ThemedColor>(look.colors ?? {});
  const { accent } = colorsOf(look);
  return [
    ...own.flatMap(([name, color]) =>
      PREFIXES.map((prefix) => `--${prefix}-${name.replace('.', '-')}:${color[theme]}`),
    ),
    ...(look.logo
      ? [`--brand-logo:url("${svgAsUrl(withCurrentColor(look.logo, accent[theme]))}")`]
      : []),
  ].join(';');
}
