import { I18nProvider } from '@lingui/react';
import type { Locale } from '@portal/shared-contract';
import { HEADER_PATH } from '@portal/shared-contract/first-view';
import { activateLocale, addTexts, type Catalog, i18n, localizedPath } from '@portal/shared-i18n';
import { RouterProvider } from '@portal/shared-routing';
import {
  beginDrawing,
  type DrawnSlots,
  type FirstHeader,
  type FirstView,
  type Visitor,
} from '@portal/shared-routing/first-view';
import { createMemoryRouter } from '@portal/shared-routing/memory-router';
import { renderToStaticMarkup } from 'react-dom/server';

export type Drawing = DrawnSlots & { readonly html: string; readonly locale: Locale };
export type DrawnView = {
  readonly path: string;
  readonly visitor: Visitor;
  readonly next: readonly string[];
} & Readonly<Record<Locale, Drawing>>;

export type DrawnHeader = Pick<FirstHeader, 'visitor' | 'layout' | 'below'> &
  Readonly<Record<Locale, Drawing>>;

type Surroundings = {
  readonly catalogs: Readonly<Record<Locale, Catalog['messages']>>;
  readonly setMember: (isThere: boolean) => void;
};

export function drawFirstViews(
  { views, headers }: { views: readonly FirstView[]; headers: readonly FirstHeader[] },
  { catalogs, setMember }: Surroundings,
): { readonly views: readonly DrawnView[]; readonly headers: readonly DrawnHeader[] } {
  addTexts('ja', { messages: catalogs.ja });
  addTexts('en', { messages: catalogs.en });
  return {
    views: views.map((view) => {
      const { path, visitor, next = [] } = view;
      setMember(visitor === 'member');
      return { path, visitor, next, ja: drawing(view, 'ja'), en: drawing(view, 'en') };
    }),
    headers: headers.map(({ draw, ...header }) => {
      setMember(header.visitor === 'member');
      const view = { path: header.below ?? HEADER_PATH, draw };
      return { ...header, ja: drawing(view, 'ja'), en: drawing(view, 'en') };
    }),
  };
}

function drawing({ path, draw }: Pick<FirstView, 'path' | 'draw'>, locale: Locale): Drawing {
  activateLocale(locale);
  const slots = beginDrawing();
  const address = localizedPath(path, locale);
  const router = createMemoryRouter([{ path: address, element: draw(locale) }], {
    initialEntries: [address],
  });
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nProvider>,
  );
  return { ...slots, html, locale };
}
