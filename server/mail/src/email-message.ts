import { nameDevice, type RequestDevice } from '@portal/server-members/devices';
import { type MessageDescriptor, msg, translator } from '@portal/server-platform/texts/i18n';
import { momentInJapan } from '@portal/server-platform/texts/moment-in-japan';
import { colorsOf } from '@portal/shared-brand/look/look';
import type { Brand } from '@portal/shared-brand/read/read-brand';
import type { Locale } from '@portal/shared-contract';
import {
  type ColorName,
  FONT_FAMILY,
  LINE_HEIGHTS,
  RADII,
  type ThemedColor,
} from '@portal/shared-contract/brand-values';
import { html, raw } from 'hono/html';
import type { Attachment } from './schema/outbox.ts';

/** In the reader's language already, or to be put into it; false or undefined for none. */
export type EmailLine = string | MessageDescriptor | false | undefined;
type Lines<Line> = {
  readonly paragraphs: readonly Line[];
  /** Short lines about what happened: when, where, on what. */
  readonly facts?: readonly Line[];
  /** What to do, after the facts. */
  readonly advice?: readonly Line[];
  /** In small print at the end. */
  readonly notes?: readonly Line[];
};

export type EmailMessage = Lines<EmailLine> & {
  readonly subject: string | MessageDescriptor;
  /** What a member has written to the reader, after the cards. None of its addresses becomes a link. */
  readonly quote?: string;
  /** Passports, shown as cards. Their texts are in the facts too. */
  readonly cards?: readonly EmailCard[];
  /** A code for the member to type, shown in large print. */
  readonly code?: string;
  readonly button?: { readonly label: string | MessageDescriptor; readonly url: string };
  readonly calendar?: Extract<Attachment, { kind: 'calendar' }>;
};

type EmailCard = {
  readonly designId: string;
  readonly title: string | MessageDescriptor;
  readonly details: string | MessageDescriptor;
};

type RenderedEmail = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly Attachment[];
};

export type EmailFrame = {
  /** The reader's name, as it is read in their language; '' where it is not known. */
  readonly reader?: string;
  /** The operator's page for questions (`CONTACT_URL`). */
  readonly contactUrl?: string | undefined;
};

/** Where mail programs see the parts of an address: `https://a.example`, `a@b.example`. */
const WITHIN_ADDRESS = /(?<=[\p{L}\p{N}])([.:@/])(?=[\p{L}\p{N}/])/gu;

/** What a member typed, for somebody else: an invisible space (U+200B) parts what would become a link. */
export const withoutLinks = (text: string): string => text.replaceAll(WITHIN_ADDRESS, '$1\u200B');

/** A line break in a subject could start another header (RFC 5322 §2.2). */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/**
 * Renders an email as plain text and as HTML without scripts or anything from outside. Every value is escaped.
 * @param message `button.url` must be made by the server, because its scheme is not checked here
 */
export function renderMail(
  brand: Brand,
  locale: Locale,
  content: EmailMessage,
  { reader = '', contactUrl }: EmailFrame = {},
): RenderedEmail {
  const t = translator(locale);
  const greeting = reader !== '' && msg`Hello ${{ reader }},`;
  const message = inWords(locale, { ...content, paragraphs: [greeting, ...content.paragraphs] });
  const name = brand.name[locale];
  const { subject } = message;
  const attachments = attachmentsOf(message);
  return {
    subject: oneLine(t(msg`${{ subject }} – ${{ brand: name }}`)),
    text: textOf(name, locale, message, contactUrl),
    html: htmlOf(brand, locale, message, contactUrl),
    ...(attachments.length > 0 && { attachments }),
  };
}

/** A message whose texts are in the reader's language. */
type WordedEmail = Required<Lines<string>> &
  Pick<EmailMessage, 'quote' | 'code' | 'calendar'> & {
    readonly subject: string;
    readonly cards: readonly { readonly [Part in keyof EmailCard]: string }[];
    readonly button: { readonly label: string; readonly url: string } | undefined;
  };

function inWords(locale: Locale, { cards = [], button, ...message }: EmailMessage): WordedEmail {
  const t = translator(locale);
  const say = (line: string | MessageDescriptor) => (typeof line === 'string' ? line : t(line));
  const sayAll = (lines: readonly EmailLine[] = []) =>
    lines.flatMap((line) => (line ? [say(line)] : []));
  return {
    ...message,
    subject: say(message.subject),
    paragraphs: sayAll(message.paragraphs),
    facts: sayAll(message.facts),
    advice: sayAll(message.advice),
    notes: sayAll(message.notes),
    cards: cards.map(({ designId, title, details }) => ({
      designId,
      title: say(title),
      details: say(details),
    })),
    button: button && { ...button, label: say(button.label) },
  };
}

const contentIdOf = (designId: string) => `design-${designId}`;

function attachmentsOf({ cards, calendar }: WordedEmail): Attachment[] {
  const designs = new Set(cards.map(({ designId }) => designId));
  return [
    ...Array.from(designs, (designId) => ({
      kind: 'design' as const,
      contentId: contentIdOf(designId),
      designId,
    })),
    ...(calendar ? [calendar] : []),
  ];
}

function textOf(
  brand: string,
  locale: Locale,
  message: WordedEmail,
  contactUrl: string | undefined,
): string {
  const { paragraphs, quote, facts, advice, code, button, notes } = message;
  return [
    ...paragraphs,
    ...(quote ? [withoutLinks(quote).replaceAll(/^/gm, '> ')] : []),
    ...(code ? [code] : []),
    ...(facts.length > 0 ? [facts.join('\n')] : []),
    ...advice,
    ...(button ? [`${button.label}\n${button.url}`] : []),
    ...notes,
    `--\n${footer(brand, locale)}`,
    ...(contactUrl ? [`${contactLabel(locale)}\n${contactUrl}`] : []),
  ].join('\n\n');
}

function htmlOf(
  { name, look }: Brand,
  locale: Locale,
  message: WordedEmail,
  contactUrl: string | undefined,
): string {
  const { light, darkSheet } = emailStyle(colorsOf(look));
  const brand = name[locale];
  const { subject, paragraphs, quote, cards, facts, advice, code, button, notes } = message;
  const paragraph = (line: string) => html`<p style="margin:0 0 14px">${line}</p>`;
  const document = html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${raw(darkSheet)}</style>
</head>
<body class="page" style="margin:0;padding:24px 12px;${light.page};font:16px/${LINE_HEIGHTS.body} ${FONTS};line-break:strict;overflow-wrap:anywhere">
<div class="card" style="max-width:520px;margin:0 auto;padding:28px 24px;border-width:1px;border-style:solid;border-radius:${RADIUS.card};${light.card}">
<p class="brand" style="margin:0 0 20px;font-weight:700;${light.brand}">${brand}</p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:${LINE_HEIGHTS.tight};word-break:auto-phrase">${subject}</h1>
${paragraphs.map(paragraph)}
${cards.map(
  ({
    designId,
    title,
    details,
  }) => html`<div class="facts" style="max-width:320px;margin:0 0 14px;overflow:hidden;border-width:1px;border-style:solid;border-radius:${RADIUS.card};${light.facts}">
<img src="cid:${contentIdOf(designId)}" alt="" width="320" style="display:block;width:100%;height:auto;border:0">
<p style="margin:0;padding:10px 16px"><strong>${title}</strong><br>${details}</p>
</div>`,
)}
${quote ? html`<blockquote class="facts" style="margin:0 0 14px;padding:12px 16px;border-width:1px;border-style:solid;border-radius:${RADIUS.box};white-space:pre-line;${light.facts}">${withoutLinks(quote)}</blockquote>` : ''}
${code ? html`<p class="code" style="margin:20px 0;padding:14px;border-radius:${RADIUS.box};font:700 28px/1.3 ui-monospace,monospace;letter-spacing:6px;text-align:center;${light.code}">${code}</p>` : ''}
${facts.length > 0 ? html`<ul class="facts" style="margin:0 0 14px;padding:12px 16px;list-style:none;border-width:1px;border-style:solid;border-radius:${RADIUS.box};${light.facts}">${facts.map((line) => html`<li>${line}</li>`)}</ul>` : ''}
${advice.map(paragraph)}
${button ? html`<p style="margin:22px 0"><a class="button" href="${button.url}" style="display:inline-block;padding:10px 20px;border-radius:${RADIUS.box};font-weight:500;text-decoration:none;${light.button}">${button.label}</a></p>` : ''}
${notes.map((line) => html`<p class="small" style="margin:0 0 10px;font-size:13px;${light.small}">${line}</p>`)}
</div>
<p class="small" style="max-width:520px;margin:16px auto 0;font-size:12px;text-align:center;${light.small}">${footer(brand, locale)}${contactUrl ? html`<br><a class="small" href="${contactUrl}" style="${light.small}">${contactLabel(locale)}</a>` : ''}</p>
</body>
</html>`;
  // `html` returns a promise only if a part of it is one.
  return String(raw(document as unknown as string));
}

const contactLabel = (locale: Locale) => translator(locale)(msg`Questions? Contact us`);

function footer(brand: string, locale: Locale): string {
  return translator(locale)(msg`${{ brand }} · Replies to this address are not read.`);
}

/** The colours of each part of an email message, by the portal's names. */
const PARTS = {
  page: { background: 'paper', color: 'ink' },
  card: { background: 'surface', 'border-color': 'line' },
  brand: { color: 'accent' },
  code: { background: 'accent.soft', color: 'ink' },
  facts: { 'border-color': 'line' },
  button: { background: 'accent', color: 'accent.on' },
  small: { color: 'ink.muted' },
} as const satisfies Record<string, Readonly<Record<string, ColorName>>>;
type Part = keyof typeof PARTS;

const partNames = Object.keys(PARTS) as Part[];

type Colors = Readonly<Record<ColorName, ThemedColor>>;

export type EmailStyle = {
  /** Inline, because many mail programs know no style sheets and no custom properties. */
  readonly light: Readonly<Record<Part, string>>;
  /** For the mail programs that know style sheets. Others darken a light message themselves. */
  readonly darkSheet: string;
};

export function emailStyle(colors: Colors): EmailStyle {
  const declarations = (part: Part, theme: keyof ThemedColor, important = '') =>
    Object.entries<ColorName>(PARTS[part])
      .map(([property, name]) => `${property}:${colors[name][theme]}${important}`)
      .join(';');
  return {
    light: Object.fromEntries(
      partNames.map((part) => [part, declarations(part, 'light')]),
    ) as Record<Part, string>,
    darkSheet: `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){${partNames
      .map((part) => `.${part}{${declarations(part, 'dark', '!important')}}`)
      .join('')}}`,
  };
}

/** Single quotes, because it stands in an attribute. */
export const FONTS = FONT_FAMILY.replaceAll('"', "'");

const inPixels = (rem: string) => `${Number.parseFloat(rem) * 16}px`;
/** In pixels, because mail programs differ in the size of 1 rem. */
export const RADIUS = { card: inPixels(RADII.lg), box: inPixels(RADII.md) } as const;

/** When it happened, on what device, and in which country if the edge names one. */
export function factsOf(locale: Locale, at: Date, device?: RequestDevice): string[] {
  const t = translator(locale);
  const facts = [t(msg`When: ${{ moment: momentInJapan(locale, at) }}`)];
  if (!device) return facts;
  const { browser, system } = nameDevice(device.userAgent);
  const name = [browser, system].filter(Boolean).join(' · ') || t(msg`Unknown device`);
  facts.push(t(msg`Device: ${{ name }}`));
  if (device.country)
    facts.push(t(msg`Country: ${{ country: countryName(locale, device.country) }}`));
  return facts;
}

function countryName(locale: Locale, code: string): string {
  return new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code;
}
