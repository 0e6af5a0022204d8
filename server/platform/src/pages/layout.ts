import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGE_NAMES } from '@portal/server-platform/texts/i18n';
import { brandIcon, svgAsUrl, withAccent } from '@portal/shared-brand/look/icon';
import { brandStyle } from '@portal/shared-brand/look/style';
import { pictureOf } from '@portal/shared-brand/read/designs';
import type { Brand } from '@portal/shared-brand/read/read-brand';
import type { Locale } from '@portal/shared-contract';
import { BRAND_MARK_PATH, pageTitle } from '@portal/shared-contract/brand-mark';
import type { LinkedPath, SIGN_IN_RETURN } from '@portal/shared-contract/linked-paths';
import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

export type PageFrame = {
  readonly locale: Locale;
  readonly brand: Brand;
  readonly portalOrigin: string;
  /** Of the content security policy: scripts and styles need it. */
  readonly nonce: string;
  /** Files that the browser fetches ahead, for the page that comes next. */
  readonly prefetch?: readonly string[];
};

export type PageContent = {
  readonly heading: string;
  /** The document's title, where it is not the heading. */
  readonly title?: string;
  readonly summary?: Html | undefined;
  readonly body: Html;
  /** A picture that fills the header: the page is then half a ticket. */
  readonly art?: Html | undefined;
  /** The page works without it. */
  readonly script?: string;
  /** After these seconds the browser loads the page again. */
  readonly refreshSeconds?: number;
  readonly otherLanguageUrl?: string;
};

/** A word with the hiragana and marks behind it, up to the お or ご of the next word. */
const PHRASES =
  /[おご]?[^\p{sc=Hira}]*(?:(?![おご][\p{sc=Han}\p{sc=Kana}])\p{sc=Hira})*[\p{Pe}\p{Po}]*/gu;

/** A Japanese heading whose lines end between phrases: only some browsers find these by themselves. */
const headingOf = (heading: string, locale: Locale): string | (Html | string)[] =>
  locale === 'ja'
    ? (heading.match(PHRASES) ?? [])
        .filter(Boolean)
        .map((phrase, at) => (at ? html`<wbr>${phrase}` : phrase))
    : heading;

export function layout(
  frame: PageFrame,
  {
    heading,
    title = heading,
    summary,
    body,
    art,
    script,
    refreshSeconds,
    otherLanguageUrl,
  }: PageContent,
): Html {
  const { locale, brand, nonce, prefetch = [] } = frame;
  const other = locale === 'ja' ? 'en' : 'ja';
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refreshSeconds && html`<meta http-equiv="refresh" content="${refreshSeconds}">`}
<title>${pageTitle(title, brand.name[locale])}</title>
<link rel="icon" type="image/svg+xml" href="${brandIcon(brand.look)}">
<style nonce="${nonce}">${raw(PAGE_STYLE + brandStyle(brand.look))}</style>
${prefetch.map((url) => html`<link rel="prefetch" href="${url}">`)}
</head>
<body${art && html` class="ticket"`}>
<header>${art}<div>
<a class="brand" href="${portalUrl(frame)}"><span class="logo"><svg class="brand-mark" viewBox="0 0 32 32" aria-hidden="true"><path fill="currentColor" d="${BRAND_MARK_PATH}"/></svg><span>${brand.name[locale]}</span></span></a>
${
  otherLanguageUrl &&
  html`<a class="language" href="${otherLanguageUrl}" lang="${other}" hreflang="${other}">${LANGUAGE_NAMES[other]}</a>`
}
</div></header>
<main>
<h1>${headingOf(heading, locale)}</h1>
<div class="card">
${summary}
${body}
</div>
</main>
${script && html`<script nonce="${nonce}">${raw(script)}</script>`}
</body>
</html>`;
}

/** Combines several scripts, each in its own scope. */
export function scriptsOf(...scripts: readonly string[]): string {
  return scripts.map((script) => `{${script}}`).join('\n');
}

/** A page of the portal in the reader's language: English is under `/en`. */
export function portalUrl(
  { portalOrigin, locale }: Pick<PageFrame, 'portalOrigin' | 'locale'>,
  barePath: LinkedPath | typeof SIGN_IN_RETURN | '/' = '/',
): string {
  return locale === 'en'
    ? `${portalOrigin}/en${barePath === '/' ? '' : barePath}`
    : `${portalOrigin}${barePath}`;
}

/**
 * The style of the sign-in pages, which load no font and no second file. The install step makes it from the portal's own
 * recipes (docs/decisions/0033-the-look.md).
 */
export const PAGE_STYLE = readFileSync(join(import.meta.dirname, 'style.css'), 'utf8')
  .replace(/\s+/g, ' ')
  .trim();

/** Prevents a second submission within five seconds, which the server handles too, to save it the work. */
export const SUBMIT_ONCE_SCRIPT = `
const WAIT_MS = 5000;
for (const form of document.forms) {
  let sentAt = -Infinity;
  form.addEventListener('submit', (event) => {
    if (event.timeStamp - sentAt < WAIT_MS) event.preventDefault();
    else if (!event.defaultPrevented) sentAt = event.timeStamp;
  });
}
`;

const known = new Map<Pick<Brand, 'designs' | 'look'>, Html>();

/** The brand's first design, as on the portal's front page, within the document: these pages load no second file. */
export function frontArt(brand: Pick<Brand, 'designs' | 'look'>): Html {
  const art =
    known.get(brand) ??
    html`<img src="${svgAsUrl(withAccent(pictureOf({ brand }), brand.look))}" alt="">`;
  known.set(brand, art);
  return art;
}
