import type { Locale } from '@portal/shared-contract';
import { badgeText, SLOT } from '@portal/shared-contract/first-view';
import { nameIn, publishedDate } from '@portal/shared-i18n/plain-format';

/** The catalogs' marks of phrases, which browsers that find them need not (shared-i18n/src/catalogs.ts). */
const MARK = globalThis.CSS?.supports('word-break', 'auto-phrase') ? '\u200b' : undefined;

class MissingValue extends Error {}

type Facts = {
  readonly answers: ReadonlyMap<string, unknown>;
  readonly locale: Locale;
  /** What a slot without a source speaks of. */
  readonly item?: unknown;
};

/**
 * The content of a first view with the values of the answers in place of its slots, as texts and as
 * encoded parts of addresses; nothing of an answer is read as markup.
 * @returns undefined where an answer lacks a value
 */
export function filledView(
  template: HTMLTemplateElement,
  answers: Facts['answers'],
  locale: Locale,
): DocumentFragment | undefined {
  try {
    return copyOf(template, { answers, locale });
  } catch (error) {
    if (error instanceof MissingValue) return undefined;
    throw error;
  }
}

function copyOf({ content }: HTMLTemplateElement, facts: Facts): DocumentFragment {
  const copy = document.importNode(content, true);
  const nodes = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  while (nodes.nextNode()) {
    const { currentNode: node } = nodes;
    if (node instanceof Text) {
      const { data } = node;
      node.data = filled(MARK ? data.replaceAll(MARK, '') : data, facts);
    }
    if (node instanceof Element) {
      for (const { name, value } of node.attributes) {
        const text = filled(value, facts, name === 'href' ? encodeURIComponent : String);
        if (text !== value) node.setAttribute(name, text);
      }
    }
  }
  // Each template that is reached stands for itself or for the others of its list.
  for (const template of copy.querySelectorAll('template')) {
    if (!template.parentNode) continue;
    const { list, if: test = '' } = template.dataset;
    if (list !== undefined) replaceByItems(template, list, facts);
    else if (passes(test, facts)) template.replaceWith(copyOf(template, facts));
    else template.remove();
  }
  return copy;
}

/** Puts the items in place of the templates of a list, each drawn by the first one that it passes. */
function replaceByItems(first: HTMLTemplateElement, list: string, facts: Facts): void {
  const looks = [...(first.parentNode?.querySelectorAll('template') ?? [])];
  const items = valueAt(list, facts);
  if (!Array.isArray(items)) throw new MissingValue();
  for (const item of items.slice(0, Number(first.dataset.max))) {
    const look = looks.find(({ dataset }) => passes(dataset.if ?? '', { ...facts, item }));
    if (!look) throw new MissingValue();
    first.before(copyOf(look, { ...facts, item }));
  }
  for (const look of looks) look.remove();
}

const passes = (test: string, facts: Facts): boolean =>
  test.split(' ').every((one) => {
    const isNot = one.startsWith('!');
    return Boolean(valueAt(isNot ? one.slice(1) : one, facts)) !== isNot;
  });

function filled(
  text: string,
  { locale, ...facts }: Facts,
  encoded: (value: string) => string = String,
): string {
  return text.replace(SLOT, (_, format: string | undefined, source: string, path: string) => {
    const value = valueAt(`${source}#${path}`, { locale, ...facts });
    const shown = formatted(value, format, locale);
    if (shown === '') throw new MissingValue();
    return encoded(shown);
  });
}

function formatted(value: unknown, format: string | undefined, locale: Locale): string {
  if (format === 'name' || format === 'polite') {
    const { first_name = null, last_name = null } = (value ?? {}) as Partial<Name>;
    return nameIn(locale, { first_name, last_name }, format === 'polite');
  }
  // The first number that the browser formats costs a slow phone 50 ms, and most have no separator.
  if (typeof value === 'number') {
    if (format === 'badge') return badgeText(value);
    return Math.abs(value) < 1000 ? String(value) : value.toLocaleString(locale);
  }
  if (typeof value !== 'string') throw new MissingValue();
  return format === 'date' ? publishedDate(value) : value;
}

type Name = Parameters<typeof nameIn>[1];

/** @param place `source#path` */
function valueAt(place: string, { answers, item }: Facts): unknown {
  const at = place.lastIndexOf('#');
  const source = place.slice(0, at);
  let value = source ? answers.get(source) : item;
  for (const key of place
    .slice(at + 1)
    .split('.')
    .filter(Boolean)) {
    value = (value as Record<string, unknown> | null | undefined)?.[key];
  }
  return value;
}
