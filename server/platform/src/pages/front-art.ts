import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { svgAsUrl, withAccent } from '@portal/shared-brand/look/icon';
import type { Brand } from '@portal/shared-brand/read/read-brand';
import { FRONT_DESIGN } from '@portal/shared-contract';
import { html } from 'hono/html';
import type { Html } from './layout.ts';

/** Drawn by shared-ui/src/provider-pages/art.test.ts, because the servers have no library of the screens. */
const drawing = (id: string, theme: 'light' | 'dark'): string =>
  readFileSync(join(import.meta.dirname, 'art', `${id}-${theme}.svg`), 'utf8');

const known = new Map<Pick<Brand, 'designs' | 'look'>, Html>();

/** The brand's first design, as on the portal's front page, within the document: these pages load no second file. */
export function frontArt(brand: Pick<Brand, 'designs' | 'look'>): Html {
  const art = known.get(brand) ?? draw(brand);
  known.set(brand, art);
  return art;
}

function draw({ designs, look }: Pick<Brand, 'designs' | 'look'>): Html {
  const id = designs?.offered[0]?.id ?? FRONT_DESIGN;
  const own = designs?.pictures[id];
  if (own !== undefined) return html`<img src="${svgAsUrl(withAccent(own, look))}" alt="">`;
  return html`<picture>
<source media="(prefers-color-scheme: dark)" srcset="${svgAsUrl(drawing(id, 'dark'))}">
<img src="${svgAsUrl(drawing(id, 'light'))}" alt="">
</picture>`;
}
