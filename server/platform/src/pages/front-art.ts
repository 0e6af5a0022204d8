import { svgAsUrl, withAccent } from '@portal/shared-brand/look/icon';
import { pictureOf } from '@portal/shared-brand/read/designs';
import type { Brand } from '@portal/shared-brand/read/read-brand';
import { html } from 'hono/html';
import type { Html } from './layout.ts';

const known = new Map<Pick<Brand, 'designs' | 'look'>, Html>();

/** The brand's first design, as on the portal's front page, within the document: these pages load no second file. */
export function frontArt(brand: Pick<Brand, 'designs' | 'look'>): Html {
  const art =
    known.get(brand) ??
    html`<img src="${svgAsUrl(withAccent(pictureOf({ brand }), brand.look))}" alt="">`;
  known.set(brand, art);
  return art;
}
