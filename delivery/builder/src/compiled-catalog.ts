import { readFile } from 'node:fs/promises';
import { createCompiledCatalog } from '@lingui/cli/api';
import { formatter } from '@lingui/format-po';
import type { Locale } from '@portal/shared-contract';
import { inMembersEnglish } from '@portal/shared-contract/pass-name';
import { compiledIn, withPhraseBreaks } from './phrase-breaks.ts';

/** Compiled texts by the message's id: each is a list of its parts. */
export type CompiledCatalog = ReturnType<typeof compiledIn>;

type Catalog = Record<string, { translation?: string; message?: string; obsolete?: boolean }>;

/** Compiles a catalog (`…/ja.po`) as the build's loaders do. */
export async function compiledCatalog(file: string): Promise<CompiledCatalog> {
  const locale = file.endsWith('/ja.po') ? 'ja' : 'en';
  const po = await formatter().parse(await readFile(file, 'utf8'), {
    locale,
    sourceLocale: 'en',
    filename: file,
  });
  const messages = Object.fromEntries(
    Object.entries(po as Catalog)
      .filter(([, { obsolete }]) => !obsolete)
      .map(([id, { translation, message }]) => [id, translation || message || id]),
  );
  return compiledMessages(messages, locale);
}

/** The script of compiled texts as members read them: with marks between phrases, and with passes in English. */
export const asShown = (source: string, locale: Locale): string =>
  locale === 'ja' ? withPhraseBreaks(source) : inMembersEnglish(source);

/** Compiles texts by their ids, as they stand in a catalog. */
export function compiledMessages(
  messages: Readonly<Record<string, string>>,
  locale: Locale,
): CompiledCatalog {
  const { source } = createCompiledCatalog(locale, messages, { namespace: 'es' });
  return compiledIn(asShown(source, locale));
}
