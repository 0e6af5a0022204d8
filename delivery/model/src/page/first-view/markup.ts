import { FIRST_VIEW_ID } from '@portal/shared-contract/first-view';

/**
 * The markup of first views: the small part of HTML that React's static markup has. What is not on the lists below is
 * refused, so that a release can put neither a script nor an address of another site into the page.
 */
export type Markup = MarkupElement | string;

export type MarkupElement = {
  readonly tag: string;
  /** With values as they stand in the text, escaped. */
  readonly attributes: ReadonlyMap<string, string>;
  /** A string is a text as it stands, escaped. */
  readonly children: readonly Markup[];
};

const TAGS = new Set(
  `a article b br button circle dd details div dl dt em g h1 h2 h3 header i li line nav ol p path rect
  section small span strong summary svg template time ul`.split(/\s+/),
);
const VOID = new Set(['br']);
const ATTRIBUTES = new Set(
  `autofocus autoFocus class cx cy d datetime dateTime fill focusable height href hreflang hrefLang id lang open popover
  popovertarget popoverTarget popovertargetaction popoverTargetAction r role rx ry stroke stroke-linecap
  stroke-linejoin stroke-width tabindex tabIndex transform type viewBox width x x1 x2 y y1 y2`.split(
    /\s+/,
  ),
);
const PREFIXES = ['aria-', 'data-'];
/** A path of the portal: no other site, and no scheme. */
const PATH = /^\/(?![/\\])[^\\&\s]*$/;

const TOKEN =
  /<(?<close>\/?)(?<tag>[a-zA-Z][a-zA-Z0-9]*)(?<attributes>(?:\s+[a-zA-Z][\w-]*(?:="[^"<>]*")?)*)\s*(?<empty>\/?)>|(?<text>[^<>]+)/y;
const ATTRIBUTE = /([a-zA-Z][\w-]*)(?:="([^"<>]*)")?/g;

/**
 * Reads the markup of a first view.
 * @param plainIds ids that it may have without the prefix
 * @throws Error for markup that is not well-formed or has more than first views may have
 */
export function parseMarkup(text: string, plainIds: readonly string[] = []): readonly Markup[] {
  type Open = { tag: string; attributes: ReadonlyMap<string, string>; children: Markup[] };
  const root: Open = { tag: '', attributes: new Map(), children: [] };
  const open: Open[] = [root];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(text)?.groups;
    const parent = open.at(-1) as Open;
    if (!found) throw new Error(`No markup: ${text.slice(at, at + 40)}`);
    const { close, tag, attributes = '', empty, text: words } = found;
    if (words !== undefined) parent.children.push(words);
    else if (!tag) throw new Error('A tag has a name.');
    else if (close) {
      if (open.length === 1 || parent.tag !== tag || attributes) throw new Error(`Ends no ${tag}.`);
      open.pop();
    } else {
      if (!TAGS.has(tag)) throw new Error(`A first view cannot have <${tag}>.`);
      const element: Open = {
        tag,
        attributes: readAttributes(tag, attributes, plainIds),
        children: [],
      };
      parent.children.push(element);
      if (!empty && !VOID.has(tag)) open.push(element);
    }
  }
  if (open.length > 1) throw new Error(`<${open.at(-1)?.tag}> does not end.`);
  return root.children;
}

function readAttributes(
  tag: string,
  text: string,
  plainIds: readonly string[],
): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(ATTRIBUTE)) {
    const isKnown = ATTRIBUTES.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix));
    if (!isKnown) throw new Error(`A first view cannot have the attribute ${name}.`);
    if (name === 'href' && !(tag === 'a' && PATH.test(value))) {
      throw new Error(`A first view leads to paths of the portal alone, not to ${value}.`);
    }
    if (name === 'id' && !value.startsWith(FIRST_VIEW_ID) && !plainIds.includes(value)) {
      throw new Error(`An id in a first view begins with ${FIRST_VIEW_ID}.`);
    }
    if (name === 'type' && value !== 'button') throw new Error('A first view submits nothing.');
    attributes.set(name, value);
  }
  return attributes;
}

export function markupText(markup: readonly Markup[]): string {
  return markup
    .map((node) => {
      if (typeof node === 'string') return node;
      const { tag, attributes, children } = node;
      const written = [...attributes].map(([name, value]) => ` ${name}="${value}"`).join('');
      return VOID.has(tag)
        ? `<${tag}${written}>`
        : `<${tag}${written}>${markupText(children)}</${tag}>`;
    })
    .join('');
}
