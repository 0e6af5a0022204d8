import {
  type Markup,
  type MarkupElement,
  markupText,
  parseMarkup,
} from '@portal/delivery-model/page/first-view/markup';
import { FIRST_VIEW_ID, slotText } from '@portal/shared-contract/first-view';
import type { Repeated } from '@portal/shared-routing/first-view';
import type { Drawing } from './draw.tsx';

const REFERENCES = ['id', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'for'];

/**
 * The markup of a first view from what React has drawn with samples: with slots where formatted values
 * stand, a template in place of the sample of a list, and ids that no element of React has but for those kept.
 */
export function firstViewMarkup(
  { html, texts, cases, locale }: Drawing,
  plainIds: readonly string[] = [],
): string {
  let slotted = withNames(html, locale);
  for (const [text, slot] of [...texts].sort(([a], [b]) => b.length - a.length)) {
    slotted = slotted.replaceAll(text, slot.replaceAll('&', '&amp;'));
  }
  const prefixed = slotted.replace(
    new RegExp(` (${REFERENCES.join('|')})="([^"]+)"`, 'g'),
    (_, name: string, ids: string) =>
      ` ${name}="${ids
        .split(' ')
        .map((id) => (plainIds.includes(id) ? id : FIRST_VIEW_ID + id))
        .join(' ')}"`,
  );
  return markupText(withLists(parseMarkup(prefixed, plainIds), cases));
}

/** Both parts of a name in the order of the language become one slot, which the page formats. */
function withNames(html: string, locale: Drawing['locale']): string {
  const [first, last] = ['first_name', 'last_name'].map((part) =>
    slotText('(?<source>[^#\uE000]*)', `(?<path>[\\w.]*?)${part}`),
  );
  const sameSource = (text = '') =>
    text.replace('(?<source>[^#\uE000]*)', '\\k<source>').replace('(?<path>[\\w.]*?)', '\\k<path>');
  const pattern =
    locale === 'ja'
      ? `${last} ${sameSource(first)}(?<polite> 様)?`
      : `${first} ${sameSource(last)}`;
  return html.replace(new RegExp(pattern, 'g'), (...found) => {
    const { source, path, polite } = found.at(-1) as Record<string, string | undefined>;
    return slotText(source ?? '', (path ?? '').replace(/\.$/, ''), polite ? 'polite' : 'name');
  });
}

function withLists(
  markup: readonly Markup[],
  cases: ReadonlyMap<string, Repeated>,
): readonly Markup[] {
  return markup.map((node) => {
    if (typeof node === 'string') return node;
    const isList = ['ul', 'ol', 'nav'].includes(node.tag);
    const children = withLists(node.children, cases);
    return {
      ...node,
      children: isList ? children.map((item) => asTemplate(item, cases)) : children,
    };
  });
}

function asTemplate(item: Markup, cases: ReadonlyMap<string, Repeated>): Markup {
  const text = markupText([item]);
  for (const [source, { list, max, test }] of cases) {
    const start = slotText(source, '').slice(1, -1);
    if (!text.includes(start)) continue;
    const attributes = new Map([
      ['data-list', list.replaceAll('&', '&amp;')],
      ['data-max', String(max)],
      ['data-if', test],
    ]);
    // The slots of an item need no source: they are in its template.
    const children = parseMarkup(text.replaceAll(start, '#'));
    return { tag: 'template', attributes, children } satisfies MarkupElement;
  }
  return item;
}
