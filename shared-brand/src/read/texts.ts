import type { Messages } from '@lingui/core';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Locale } from '@portal/shared-contract';
import { BrandError } from './brand-error.ts';
import type { CatalogEntry } from './catalog.ts';

type CompiledMessage = Messages[string];

/** Texts in place of those of the catalogs, by English text or by the message's id, as the operator writes them. */
export type BrandTexts = Partial<Readonly<Record<Locale, Readonly<Record<string, string>>>>>;

type CompileOptions = {
  readonly texts: BrandTexts;
  readonly locale: Locale;
  /** The messages that there are; of another text it is not known whose it is. */
  readonly entries: readonly CatalogEntry[];
  /** What happens with a text that no message has. */
  readonly unknown: 'refused' | 'left out';
};

/**
 * Compiles the texts of a language. An English text that messages share changes in all of them.
 * @throws BrandError for a text that is not valid, or has not the values of the one that it replaces
 */
export function compileTexts({ texts, locale, entries, unknown }: CompileOptions): Messages {
  const compiled: Messages = {};
  for (const [key, text] of Object.entries(texts[locale] ?? {})) {
    // One that is left out is shown by another program.
    const read = compiledText(locale, text);
    const found = entries.filter(({ id, message }) => message === key || id === key);
    if (found.length === 0 && unknown === 'refused') {
      throw new BrandError(
        `The brand's texts.${locale}.json replaces “${key}”, which no text of the portal is. Please give the English text as it is in a catalog (src/locales/*.po), or its id.`,
      );
    }
    for (const { id, message } of found) {
      expectSameValues(locale, message, text, read);
      compiled[id] = read;
    }
  }
  return compiled;
}

function compiledText(locale: Locale, text: string): CompiledMessage {
  const where = `The brand's texts.${locale}.json has “${text}”`;
  let compiled: CompiledMessage;
  try {
    compiled = compileMessageOrThrow(text);
  } catch (cause) {
    throw new BrandError(`${where}, which is not a valid message in ICU syntax.`, { cause });
  }
  const { withoutOther, unpaired } = partsOf(compiled);
  if (withoutOther) {
    throw new BrandError(`${where}, where {${withoutOther}} has no form “other”. Please add one.`);
  }
  if (unpaired) {
    throw new BrandError(
      `${where}, where ${unpaired} has no partner. Please close what is opened.`,
    );
  }
  return compiled;
}

function expectSameValues(
  locale: Locale,
  message: string,
  text: string,
  compiled: CompiledMessage,
): void {
  const where = `The brand's texts.${locale}.json has “${text}” with`;
  const own = partsOf(compiled);
  const given = partsOf(compileMessageOrThrow(message));
  const [had, wanted] = [own, given].map(({ values }) => [...values].sort().join(' '));
  if (wanted !== had) {
    throw new BrandError(
      `${where} ${had || 'no values'}, and “${message}” has ${wanted || 'none'}: both must have the same.`,
    );
  }
  for (const format of own.formats) {
    if (given.formats.has(format)) continue;
    throw new BrandError(
      `${where} ${format}, and “${message}” shows that value otherwise. Please write it as there, or its name alone.`,
    );
  }
}

type Parts = {
  /** The names of values, `{name}`, and the tags, `<0>` and `</0>`, each once. */
  readonly values: Set<string>;
  /** How values are shown that are not shown as they are: `{0, plural}`, `{day, date, short}`. */
  readonly formats: Set<string>;
  withoutOther?: string;
  unpaired?: string;
};

const WITH_FORMS = ['plural', 'select', 'selectordinal'];

function partsOf(compiled: CompiledMessage): Parts {
  const parts: Parts = { values: new Set(), formats: new Set() };
  const readAll = (tokens: unknown): void => {
    const open: string[] = [];
    for (const token of Array.isArray(tokens) ? tokens : [tokens]) {
      if (typeof token === 'string') readTags(token, open);
      else if (Array.isArray(token)) readValue(token);
    }
    if (open[0] !== undefined) parts.unpaired ??= `<${open[0]}>`;
  };
  const readTags = (text: string, open: string[]): void => {
    for (const [tag, closing, name = '', alone] of text.matchAll(/<(\/?)(\w+)(\/?)>/g)) {
      parts.values.add(tag);
      if (closing) {
        if (open.pop() !== name) parts.unpaired ??= tag;
      } else if (!alone) open.push(name);
    }
  };
  const readValue = ([name, type, style]: unknown[]): void => {
    parts.values.add(`{${name}}`);
    if (type === undefined) return;
    const hasForms = WITH_FORMS.includes(String(type));
    const shown =
      hasForms || style === undefined
        ? ''
        : `, ${typeof style === 'string' ? style : JSON.stringify(style)}`;
    parts.formats.add(`{${name}, ${type}${shown}}`);
    if (!hasForms) return;
    const { offset: _, ...forms } = style as Record<string, unknown>;
    if (!Object.hasOwn(forms, 'other')) parts.withoutOther ??= String(name);
    for (const form of Object.values(forms)) readAll(form);
  };
  readAll(compiled);
  return parts;
}
