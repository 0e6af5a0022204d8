import type { Locale } from '@portal/shared-contract';
import { html, raw } from 'hono/html';

/** What a letter says, apart from how it looks. */
export type Letter = {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Shown large, to be read and typed. */
  readonly code?: string;
  readonly button?: { readonly label: string; readonly url: string };
  /** Small, below. */
  readonly notes?: readonly string[];
};

export type Brand = { readonly name: { readonly ja: string; readonly en: string } };

type Mail = { readonly subject: string; readonly text: string; readonly html: string };

/** Line breaks in a subject would be headers of their own. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/**
 * A letter as a mail: plain text, and HTML without scripts or anything from outside. Every value is
 * escaped; the button's address is one that the server made.
 */
export function renderMail(brand: Brand, locale: Locale, letter: Letter): Mail {
  const name = brand.name[locale];
  return {
    subject: oneLine(
      locale === 'ja' ? `【${name}】${letter.subject}` : `${letter.subject} – ${name}`,
    ),
    text: textOf(name, locale, letter),
    html: htmlOf(name, locale, letter),
  };
}

function textOf(brand: string, locale: Locale, letter: Letter): string {
  const { paragraphs, code, button, notes = [] } = letter;
  return [
    ...paragraphs,
    ...(code ? [code] : []),
    ...(button ? [`${button.label}\n${button.url}`] : []),
    ...notes,
    `--\n${footer(brand, locale)}`,
  ].join('\n\n');
}

function htmlOf(brand: string, locale: Locale, letter: Letter): string {
  const { subject, paragraphs, code, button, notes = [] } = letter;
  const document = html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#faf8f5;color:#2b2730;font:16px/1.7 -apple-system,'Hiragino Sans','Noto Sans JP',system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:28px 24px;background:#ffffff;border:1px solid #e6e1da;border-radius:16px">
<p style="margin:0 0 20px;font-weight:700;color:#3d4a8f">${brand}</p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.5">${subject}</h1>
${paragraphs.map((line) => html`<p style="margin:0 0 14px">${line}</p>`)}
${code ? html`<p style="margin:20px 0;padding:14px;border-radius:12px;background:#f1eff8;font:700 28px/1.3 ui-monospace,monospace;letter-spacing:6px;text-align:center">${code}</p>` : ''}
${button ? html`<p style="margin:22px 0"><a href="${button.url}" style="display:inline-block;padding:12px 22px;border-radius:999px;background:#3d4a8f;color:#ffffff;font-weight:700;text-decoration:none">${button.label}</a></p>` : ''}
${notes.map((line) => html`<p style="margin:0 0 10px;font-size:13px;color:#6b6570">${line}</p>`)}
</div>
<p style="max-width:520px;margin:16px auto 0;font-size:12px;color:#6b6570;text-align:center">${footer(brand, locale)}</p>
</body>
</html>`;
  // No part above is a promise, so the whole is none.
  return String(raw(document as unknown as string));
}

function footer(brand: string, locale: Locale): string {
  return locale === 'ja'
    ? `${brand} ／ このメールは送信専用です。ご返信いただいてもお答えできません。`
    : `${brand} · This mailbox is not read, so please do not reply.`;
}
