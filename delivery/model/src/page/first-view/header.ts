import { escapeHtml } from '@portal/shared-brand/look/escape-html';
import type { Locale, NavigationEntry } from '@portal/shared-contract';
import {
  BRAND_SLOT,
  HEADER_IDS,
  HEADER_PATH,
  NAVIGATION_LIST,
  SLOT,
} from '@portal/shared-contract/first-view';
import * as v from 'valibot';
import { type Markup, type MarkupElement, markupText, parseMarkup } from './markup.ts';

const FirstHeadersSchema = v.array(
  v.object({
    visitor: v.picklist(['member', 'stranger']),
    layout: v.picklist(['default', 'empty']),
    below: v.exactOptional(v.string()),
    ja: v.string(),
    en: v.string(),
  }),
);
/** What the shell's build has drawn of the headers before React, each for one kind of page. */
export type FirstHeaders = v.InferOutput<typeof FirstHeadersSchema>;

export type HeaderPage = Pick<FirstHeaders[number], 'visitor' | 'layout'> & {
  readonly path: string;
  readonly locale: Locale;
  readonly brand: string;
  readonly navigation: readonly NavigationEntry[];
};

/**
 * The header of a page with a first view, with the entries of the navigation.
 * @returns undefined where the shell has none for this kind of page, or one with what first views may not have
 */
export function headerMarkup(text: string | undefined, page: HeaderPage): string | undefined {
  const { path, locale, brand, navigation } = page;
  if (text === undefined) return undefined;
  try {
    const header = v
      .parse(FirstHeadersSchema, JSON.parse(text))
      .find(
        ({ visitor, layout, below }) =>
          visitor === page.visitor &&
          layout === page.layout &&
          (below === undefined || path === below || path.startsWith(`${below}/`)),
      );
    if (!header) return undefined;
    const own = header[locale]
      .replaceAll(`/en${HEADER_PATH}`, path === '/' ? '/en' : `/en${path}`)
      .replaceAll(HEADER_PATH, path)
      .replaceAll(BRAND_SLOT, escapeHtml(brand));
    return markupText(withNavigation(parseMarkup(own, HEADER_IDS), { path, locale, navigation }));
  } catch {
    return undefined;
  }
}

type Facts = Pick<HeaderPage, 'path' | 'locale' | 'navigation'>;

/** With an element for each entry in place of the templates, of which there is one for each icon. */
function withNavigation(markup: readonly Markup[], facts: Facts): readonly Markup[] {
  return markup.map((node) => {
    if (typeof node === 'string') return node;
    const looks = node.children.filter(isLook);
    const children =
      looks.length > 0 ? entriesOf(looks, facts) : withNavigation(node.children, facts);
    return { ...node, children };
  });
}

const isLook = (node: Markup): node is MarkupElement =>
  typeof node !== 'string' && node.attributes.get('data-list') === NAVIGATION_LIST;

function entriesOf(
  looks: readonly MarkupElement[],
  { path, locale, navigation }: Facts,
): readonly Markup[] {
  return navigation.flatMap((entry) => {
    const look = looks.find(({ attributes }) => attributes.get('data-if') === (entry.icon ?? ''));
    const values: Readonly<Record<string, string>> = {
      path: entry.to.slice(1),
      label: escapeHtml(entry[locale]),
    };
    const filled = markupText(look?.children ?? []).replace(
      SLOT,
      (_, _format, _source, name: string) => values[name] ?? '',
    );
    return parseMarkup(filled).map((node) =>
      typeof node === 'string' || entry.to !== path
        ? node
        : { ...node, attributes: new Map([...node.attributes, ['aria-current', 'page']]) },
    );
  });
}
