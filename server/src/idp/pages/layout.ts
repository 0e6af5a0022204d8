import type { Locale } from '@portal/shared-contract';
import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { LANGUAGE_NAMES } from '#i18n';
import { PAGE_STYLE } from './style.ts';

/** Escaped HTML. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** What every page needs. */
export type PageFrame = {
  readonly locale: Locale;
  readonly brand: { readonly ja: string; readonly en: string };
  readonly portalOrigin: string;
  /** Of the content security policy: scripts and styles need it. */
  readonly nonce: string;
};

export type PageContent = {
  readonly title: string;
  readonly body: Html;
  /** The page works without it. */
  readonly script?: string;
  /** The same page in the other language. */
  readonly otherLanguageUrl?: string;
};

/** The whole document around a page's content. */
export function layout(
  frame: PageFrame,
  { title, body, script, otherLanguageUrl }: PageContent,
): Html {
  const { locale, brand, nonce } = frame;
  const other = locale === 'ja' ? 'en' : 'ja';
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} | ${brand[locale]}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${raw(PAGE_STYLE)}</style>
</head>
<body>
<header><a class="brand" href="${portalUrl(frame)}">${brand[locale]}</a></header>
<main><div class="card">${body}</div></main>
${
  otherLanguageUrl &&
  html`<footer><a href="${otherLanguageUrl}" lang="${other}" hreflang="${other}">${LANGUAGE_NAMES[other]}</a></footer>`
}
${script && html`<script nonce="${nonce}">${raw(script)}</script>`}
</body>
</html>`;
}

/** Combines several scripts, each in its own scope. */
export function scriptsOf(...scripts: readonly string[]): string {
  return scripts.map((script) => `{${script}}`).join('\n');
}

/** A page of the portal in the reader's language: English is under `/en` (product §1.14). */
export function portalUrl(
  { portalOrigin, locale }: Pick<PageFrame, 'portalOrigin' | 'locale'>,
  barePath = '/',
): string {
  return locale === 'en'
    ? `${portalOrigin}/en${barePath === '/' ? '' : barePath}`
    : `${portalOrigin}${barePath}`;
}
