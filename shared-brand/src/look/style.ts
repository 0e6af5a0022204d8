import { IN_SKY, ON_SKY, SKIES, type ThemedColor } from '@portal/shared-contract/brand-values';
import { svgAsUrl, withCurrentColor } from './icon.ts';
import { type BrandLook, colorsOf } from './look.ts';

/** The names of the colors in the sheets of the screens, of the provider's pages and of the skeleton. */
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

/**
 * The style sheet of the strip under the header: the sky of the member's design (`data-design` of the page), else of
 * the brand's first one, where the portal draws that. On a phone the home's greeting goes on with it; on the first
 * page the art itself lies there. A logo of the brand's own is drawn for paper.
 */
export function skyStyle(look: BrandLook | undefined, design: string): string {
  const first = SKIES[design];
  if (!first || look?.logo || look?.wordmark) return '';
  const sky = ([top, end]: readonly [string, string]) => `{--sky-top:${top};--sky-end:${end}}`;
  const colors = Object.entries(ON_SKY)
    .map(([name, color]) => `--colors-${name.replace('.', '-')}:${color}`)
    .join(';');
  const header = 'html:not(:has([data-under-header])) header';
  const strip = `{background:url("${svgAsUrl(BIRDS)}") var(--birds,62%)/auto min(100%,4rem) no-repeat,linear-gradient(var(--sky-top),var(--sky-end))}`;
  return [
    `html${sky(first)}`,
    ...Object.entries(SKIES).map(([id, colorsOf]) => `html[data-design=${id}]${sky(colorsOf)}`),
    '@media screen and (forced-colors:none){',
    `${header},.sk-head${strip}${header}>div>:not(nav){${colors}}`,
    `.sk-head{--sk-ink:${ON_SKY.ink};--sk-accent:${ON_SKY.ink};--sk-sunken:${ON_SKY.sunken}}`,
    `@media (min-width:64rem){${header} nav{${colors}}}`,
    '@media (max-width:63.99rem){header{--birds:69%}header:has(nav){--birds:22%}',
    `[data-area=greeting]{background:var(--sky-end);color:${ON_SKY.ink};${colors}}}}`,
  ].join('');
}

const bird = (place: string) => `<use href="#b" transform="${place}"/>`;
const cloud = (x: number, y: number, width: number) =>
  `<rect x="${x}" y="${y}" width="${width}" height="6" rx="3"/>`;
const WINGS =
  'M74-38C50-36 36-24 22-10C6-30-26-52-76-58C-40-40-20-18-10 4C-26 18-50 34-92 46C-60 44-34 36-14 26C-26 44-40 58-66 78C-30 66-2 44 14 18C34 8 50-8 58-24Z';
const THROAT = 'M74-38C62-37 54-34 46-29C50-22 54-20 58-24Z';
const BIRDS =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 76"><defs><g id="b">' +
  `<path d="${WINGS}" fill="${IN_SKY.birds}" opacity=".6"/><path d="${THROAT}" fill="${IN_SKY.throats}"/></g></defs>` +
  `<g fill="${IN_SKY.clouds}" opacity=".14">${cloud(30, 56, 120)}${cloud(56, 50, 67)}${cloud(8, 62, 84)}</g>` +
  `${bird('translate(98 34)rotate(-6)scale(.27)')}${bird('translate(153 22)rotate(8)scale(.15)')}${bird('translate(52 20)rotate(-12)scale(.11)')}</svg>`;

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
