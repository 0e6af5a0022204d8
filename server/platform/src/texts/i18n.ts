import path from 'node:path';
import { type I18n, type MessageDescriptor, type Messages, setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { readCatalog, readEntries } from '@portal/shared-brand/read/catalog';
import type { Brand } from '@portal/shared-brand/read/read-brand';
import { compileTexts } from '@portal/shared-brand/read/texts';
import { LOCALES, type Locale, type LocalizedText } from '@portal/shared-contract';
import { inMembersEnglish, messagesWithPassName } from '@portal/shared-contract/pass-name';

export type { MessageDescriptor } from '@lingui/core';

/**
 * The server's texts, with Lingui as in the browser: English in the code, Japanese in
 * `locales/ja.po`, collected by `npm run i18n`. Import this module as `#i18n`: lingui.config.ts
 * names it as a macro package, so the extractor reads `msg` here as it reads Lingui's own macro.
 */

/** The name of each language in that language, for the link to it. */
export const LANGUAGE_NAMES: Record<Locale, string> = { ja: '日本語', en: 'English' };

type Values = Readonly<Record<string, string | number>>;
type Source = {
  readonly message: string;
  /** Distinguishes two uses of one English text; translators see it. */
  readonly context?: string;
  readonly values?: Values;
};
/** Translates a message into one language. The result is plain text, so escape it in HTML. */
export type Translate = (message: MessageDescriptor) => string;

/**
 * Names a message by its English text: `` msg`Sent to ${{ target }}` ``. A value is an object whose
 * one key is its name in the text. Takes a descriptor where one English text needs two translations
 * (`context`) or ICU syntax such as plurals (`values`).
 *
 * Lingui's macro does the same when a build compiles the code. The server is not compiled, so this
 * function does it at run time; i18n.test.ts holds that both make the same ids.
 */
export function msg(source: Source): MessageDescriptor;
export function msg(texts: TemplateStringsArray, ...values: Values[]): MessageDescriptor;
export function msg(source: Source | TemplateStringsArray, ...values: Values[]): MessageDescriptor {
  if (!('raw' in source)) return describeMessage(source);
  const message = source.reduce((text, part, index) => {
    const [name] = Object.keys(values[index - 1] ?? {});
    return `${text}{${name}}${part}`;
  });
  return describeMessage({ message, values: Object.assign({}, ...values) });
}

/** The descriptor of a text that the extractor cannot read, because it is known at run time only. */
export function describeMessage({ message, context, values }: Source): MessageDescriptor {
  return { id: generateMessageId(message, context), message, ...(values && { values }) };
}

export function translator(locale: Locale): Translate {
  const i18n = i18nOf(locale);
  return (message) => i18n._(message);
}

/** A message in every language, to store it now and show it later in either language. */
export function inAllLanguages(message: MessageDescriptor): LocalizedText {
  return { ja: i18nOf('ja')._(message), en: i18nOf('en')._(message) };
}

/** Whether the catalog of the language has the message. If not, the English text is shown. */
export function hasText(locale: Locale, { id }: MessageDescriptor): boolean {
  return Object.hasOwn(i18nOf(locale).messages, id);
}

/**
 * Reads the catalogs, so that a broken one stops the start instead of a request.
 * @throws Error that names the catalog and the message
 * @throws BrandError for a text of the brand that cannot be used
 */
export function loadCatalogs({
  texts = {},
  passName,
}: Pick<Brand, 'texts' | 'passName'> = {}): void {
  instances.clear();
  for (const locale of LOCALES) {
    const entries = readEntries(catalogFile(locale), locale);
    const i18n = i18nOf(locale);
    i18n.load(locale, {
      ...(passName && messagesWithPassName(i18n.messages, locale, passName)),
      ...compileTexts({ texts, locale, entries, unknown: 'left out' }),
    });
  }
}

/** One instance per language, because requests in both languages run at the same time. */
const instances = new Map<Locale, I18n>();

const catalogFile = (locale: Locale) => path.join(import.meta.dirname, `../locales/${locale}.po`);

function i18nOf(locale: Locale): I18n {
  const known = instances.get(locale);
  if (known) return known;
  const i18n = setupI18n({
    locale,
    messages: {
      [locale]: locale === 'en' ? membersEnglish() : readCatalog(catalogFile(locale), locale),
    },
  });
  // Compiles messages that the catalog lacks; Lingui itself does so only in development.
  i18n.setMessagesCompiler(compileMessage);
  instances.set(locale, i18n);
  return i18n;
}

const membersEnglish = (): Messages =>
  JSON.parse(inMembersEnglish(JSON.stringify(readCatalog(catalogFile('en'), 'en'))));
