import DOMPurify, { type Config } from 'dompurify';

/** All that a letter of an operator needs. Its heading is the page's, so h1 is not among them. */
const TAGS = [
  ...['p', 'br', 'hr', 'div', 'span', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'code'],
  ...['strong', 'b', 'em', 'i', 'u', 's', 'small', 'sub', 'sup', 'ruby', 'rt', 'rp'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'a', 'img'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
];
/** No style, no class, no id, no name: a letter changes nothing around it. */
const ATTRIBUTES = [
  ...['href', 'src', 'alt', 'width', 'height', 'lang', 'dir', 'start'],
  ...['colspan', 'rowspan', 'scope'],
];

const CONFIG = {
  ALLOWED_TAGS: TAGS,
  ALLOWED_ATTR: ATTRIBUTES,
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} as const satisfies Config;

/** Pictures come inside the letter or not at all: nothing is loaded from outside. */
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp|svg\+xml);base64,[\w+/=\s]+$/i;
/** A path of the portal's own; `//host` and `/\host` are addresses elsewhere. */
const OWN_PATH = /^\/(?![/\\])[^\s\\]*$/;

/**
 * HTML from the server as nodes that are safe to show, whatever it held (decisions.md
 * «Notifications»). Links lead to http, https, mailto or into the portal, and out of it in a new tab.
 */
export function cleanHtml(html: string): DocumentFragment {
  const clean = DOMPurify.sanitize(html, CONFIG);
  for (const picture of clean.querySelectorAll('img')) {
    if (!PICTURE.test(picture.getAttribute('src') ?? '')) picture.remove();
  }
  for (const link of clean.querySelectorAll('a')) tameLink(link);
  for (const table of clean.querySelectorAll('table')) letScroll(table);
  return clean;
}

function tameLink(link: HTMLAnchorElement): void {
  const address = (link.getAttribute('href') ?? '').trim();
  const { protocol } = URL.parse(address) ?? {};
  if (OWN_PATH.test(address)) {
    link.setAttribute('href', address);
  } else if (protocol === 'https:' || protocol === 'http:') {
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer');
  } else if (protocol !== 'mailto:') {
    link.removeAttribute('href');
  }
}

/** A wide table scrolls in its own place, by keyboard too. */
function letScroll(table: HTMLTableElement): void {
  const frame = table.ownerDocument.createElement('div');
  frame.tabIndex = 0;
  frame.dataset.scrolls = '';
  table.replaceWith(frame);
  frame.append(table);
}
