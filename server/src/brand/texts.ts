import type { Messages } from '@lingui/core';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Locale } from '@portal/shared-contract';
import type { CatalogEntry } from '../catalog.ts';
import { BrandError } from './brand-error.ts';

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
    const found = entries.filter(({ id, message }) => message === key || id === key);
    if (found.length === 0 && unknown === 'refused') {
      throw new BrandError(
        `The brand's texts.${locale}.json replaces “${key}”, which no text of the portal is. Please give the English text as it is in a catalog (src/locales/*.po), or its id.`,
      );
    }
    for (const { id, message } of found) compiled[id] = replacement(locale, message, text);
  }
  return compiled;
}

function replacement(locale: Locale, message: string, text: string): CompiledMessage {
  let compiled: CompiledMessage;
  try {
    compiled = compileMessageOrThrow(text);
  } catch (cause) {
    throw new BrandError(
      `The brand's texts.${locale}.json has “${text}”, which is not a valid message in ICU syntax.`,
      { cause },
    );
  }
  const wanted = placeholdersOf(compileMessageOrThrow(message)).join(' ');
  const had = placeholdersOf(compiled).join(' ');
  if (wanted === had) return compiled;
  throw new BrandError(
    `The brand's texts.${locale}.json has “${text}” with ${had || 'no values'}, and “${message}” has ${wanted || 'none'}: both must have the same.`,
  );
}

/** The names of values, `{name}`, and the tags, `<0>` and `</0>`, each once. */
function placeholdersOf(compiled: CompiledMessage): string[] {
  const found = new Set<string>();
  const read = (token: unknown): void => {
    if (typeof token === 'string') {
      for (const [tag] of token.matchAll(/<\/?\w+\/?>/g)) found.add(tag);
    } else if (Array.isArray(token)) {
      const [name, , forms] = token;
      found.add(`{${name}}`);
      if (forms && typeof forms === 'object')
        for (const form of Object.values(forms)) readAll(form);
    }
  };
  const readAll = (tokens: unknown): void => {
    if (Array.isArray(tokens)) for (const token of tokens) read(token);
    else read(tokens);
  };
  readAll(compiled);
  return [...found].sort();
}
