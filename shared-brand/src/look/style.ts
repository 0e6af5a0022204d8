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
    ...(look.wordmark ? [WORDMARK_RULES] : []),
  ].join('');
}

const LOGO_RULES =
  '.brand-mark{background:var(--brand-logo) center/contain no-repeat;print-color-adjust:exact}.brand-mark>*{display:none}';

/** On a desktop, in the header and in what stands in its place before. The name is still read out. */
const WORDMARK_RULES =
  '@media (min-width:64rem){:is(header,.sk-head) .brand-mark{width:16rem!important;height:2.5rem!important;align-self:center;background:var(--brand-wordmark) 0/contain no-repeat}:is(header,.sk-head) .brand-mark>*{display:none}:is(header,.sk-head) .brand-mark~span{position:absolute!important;width:1px;overflow:hidden;clip-path:inset(50%)}}';

function variablesOf(look: BrandLook, theme: keyof ThemedColor): string {
  const own = Object.entries<ThemedColor>(look.colors ?? {});
  const { accent } = colorsOf(look);
  return [
    ...own.flatMap(([name, color]) =>
      PREFIXES.map((prefix) => `--${prefix}-${name.replace('.', '-')}:${color[theme]}`),
    ),
    ...(['logo', 'wordmark'] as const).flatMap((name) => {
      const svg = look[name];
      return svg
        ? [`--brand-${name}:url("${svgAsUrl(withCurrentColor(svg, accent[theme]))}")`]
        : [];
    }),
  ].join(';');
}
