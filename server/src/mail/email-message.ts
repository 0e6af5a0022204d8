import type { Locale } from '@portal/shared-contract';
import { COLORS } from '@portal/shared-contract/brand-values';
import { html, raw } from 'hono/html';
import { msg, translator } from '#i18n';

/** The content of an e-mail message, without its design. */
export type EmailMessage = {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Short lines about what happened: when, where, on what. */
  readonly facts?: readonly string[];
  /** What to do, after the facts. */
  readonly advice?: readonly string[];
  /** A code for the member to type, shown in large print. */
  readonly code?: string;
  readonly button?: { readonly label: string; readonly url: string };
  /** In small print at the end. */
  readonly notes?: readonly string[];
};

export type Brand = { readonly name: { readonly ja: string; readonly en: string } };

type RenderedEmail = { readonly subject: string; readonly text: string; readonly html: string };

/** A line break in a subject could start another header (RFC 5322 §2.2). */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/**
 * Renders an e-mail as plain text and as HTML without scripts or anything from outside. Every value
 * is escaped.
 * @param message `button.url` must be made by the server, because its scheme is not checked here
 */
export function renderMail(brand: Brand, locale: Locale, message: EmailMessage): RenderedEmail {
  const name = brand.name[locale];
  const { subject } = message;
  return {
    subject: oneLine(translator(locale)(msg`${{ subject }} – ${{ brand: name }}`)),
    text: textOf(name, locale, message),
    html: htmlOf(name, locale, message),
  };
}

function textOf(brand: string, locale: Locale, message: EmailMessage): string {
  const { paragraphs, facts = [], advice = [], code, button, notes = [] } = message;
  return [
    ...paragraphs,
    ...(facts.length > 0 ? [facts.join('\n')] : []),
    ...advice,
    ...(code ? [code] : []),
    ...(button ? [`${button.label}\n${button.url}`] : []),
    ...notes,
    `--\n${footer(brand, locale)}`,
  ].join('\n\n');
}

/** The light colours: mail programs support no custom properties, and darken a light message themselves. */
const COLOR = {
  paper: COLORS.paper.light,
  surface: COLORS.surface.light,
  ink: COLORS.ink.light,
  muted: COLORS['ink.muted'].light,
  line: COLORS.line.light,
  accent: COLORS.accent.light,
  onAccent: COLORS['accent.on'].light,
  codeGround: COLORS['accent.soft'].light,
} as const;

function htmlOf(brand: string, locale: Locale, message: EmailMessage): string {
  const { subject, paragraphs, facts = [], advice = [], code, button, notes = [] } = message;
  const document = html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
</head>
<body style="margin:0;padding:24px 12px;background:${COLOR.paper};color:${COLOR.ink};font:16px/1.7 -apple-system,'Hiragino Sans','Noto Sans JP',system-ui,sans-serif;line-break:strict;word-break:auto-phrase">
<div style="max-width:520px;margin:0 auto;padding:28px 24px;background:${COLOR.surface};border:1px solid ${COLOR.line};border-radius:16px">
<p style="margin:0 0 20px;font-weight:700;color:${COLOR.accent}">${brand}</p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.5">${subject}</h1>
${paragraphs.map((line) => html`<p style="margin:0 0 14px">${line}</p>`)}
${facts.length > 0 ? html`<ul style="margin:0 0 14px;padding:12px 16px;list-style:none;border:1px solid ${COLOR.line};border-radius:12px">${facts.map((line) => html`<li>${line}</li>`)}</ul>` : ''}
${advice.map((line) => html`<p style="margin:0 0 14px">${line}</p>`)}
${code ? html`<p style="margin:20px 0;padding:14px;border-radius:12px;background:${COLOR.codeGround};font:700 28px/1.3 ui-monospace,monospace;letter-spacing:6px;text-align:center">${code}</p>` : ''}
${button ? html`<p style="margin:22px 0"><a href="${button.url}" style="display:inline-block;padding:12px 22px;border-radius:999px;background:${COLOR.accent};color:${COLOR.onAccent};font-weight:700;text-decoration:none">${button.label}</a></p>` : ''}
${notes.map((line) => html`<p style="margin:0 0 10px;font-size:13px;color:${COLOR.muted}">${line}</p>`)}
</div>
<p style="max-width:520px;margin:16px auto 0;font-size:12px;color:${COLOR.muted};text-align:center">${footer(brand, locale)}</p>
</body>
</html>`;
  // `html` returns a promise only if a part of it is one.
  return String(raw(document as unknown as string));
}

function footer(brand: string, locale: Locale): string {
  return translator(locale)(msg`${{ brand }} · This mailbox is not read, so please do not reply.`);
}
