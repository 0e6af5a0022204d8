import { parsedUrl } from '@portal/shared-contract/parsed-url';
import DOMPurify, { type Config } from 'dompurify';

/** The elements that a notification may use. The page has its own h1, so h1 is not allowed. */
const TAGS = [
  ...['p', 'br', 'hr', 'div', 'span', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'code'],
  ...['strong', 'b', 'em', 'i', 'u', 's', 'small', 'sub', 'sup', 'ruby', 'rt', 'rp'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'a', 'img'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
];
/** No style, class, id or name, so that a notification cannot affect the page around it. */
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

/** Before the HTML: a `<frameset>` without content before it would take the place of the body (HTML §13.2.6.4.7). */
const CONTENT_BEFORE = '<br>';

/** Images must be `data:` URLs: nothing is loaded from outside. */
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp|svg\+xml);base64,[\w+/=\s]+$/i;
/** A path within the portal; `//host` and `/\host` lead elsewhere. */
const OWN_PATH = /^\/(?![/\\])[^\s\\]*$/;

/** The elements whose text is read as one piece. */
const BLOCKS = 'p, div, h2, h3, h4, blockquote, pre, li, dd, dt, td, th, caption';

/** Makes any HTML safe to show. Links lead to http, https, mailto or into the portal; others open a new tab. */
export function cleanHtml(html: string): DocumentFragment {
  const clean = DOMPurify.sanitize(CONTENT_BEFORE + html, CONFIG);
  clean.firstChild?.remove();
  for (const picture of clean.querySelectorAll('img')) {
    if (!PICTURE.test(picture.getAttribute('src') ?? '')) picture.remove();
  }
  for (const link of clean.querySelectorAll('a')) tameLink(link);
  for (const link of clean.querySelectorAll('a[href]')) {
    // Not within a sentence, it needs the size of a button (design §9.5).
    if (isAlone(link, link.closest(BLOCKS) ?? clean)) link.setAttribute('data-alone', '');
  }
  for (const table of clean.querySelectorAll('table')) letScroll(table);
  return clean;
}

function tameLink(link: HTMLAnchorElement): void {
  const address = (link.getAttribute('href') ?? '').trim();
  const { protocol } = parsedUrl(address) ?? {};
  if (OWN_PATH.test(address)) {
    link.setAttribute('href', address);
  } else if (protocol === 'https:' || protocol === 'http:') {
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer');
  } else if (protocol !== 'mailto:') {
    link.removeAttribute('href');
  }
}

const isAlone = (link: Element, { textContent }: Node): boolean =>
  link.textContent?.trim() === textContent?.trim();

/** Wraps a table in a frame that scrolls, by keyboard too. */
function letScroll(table: HTMLTableElement): void {
  const frame = table.ownerDocument.createElement('div');
  frame.tabIndex = 0;
  frame.dataset.scrolls = '';
  table.replaceWith(frame);
  frame.append(table);
}
