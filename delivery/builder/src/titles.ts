import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MessageDescriptor } from '@lingui/core';
import { formatter } from '@lingui/format-po';
import type { Locale, LocalizedText } from '@portal/shared-contract';
import { COLLECT_TEXTS } from './script-texts.ts';
import type { DeliveredPackage } from './workspace/packages.ts';

type Catalog = Readonly<
  Record<string, { readonly translation?: string; readonly message?: string }>
>;

/** What stands for a value in a message; a title is written into the document as it is. */
const VALUE = /[{}<>]/;

/**
 * Reads the catalogs of a package, from which the release's document has titles in both languages.
 * @returns looks up a title that `msg` has made, which keeps its text in a draft; throws Error for one that is in no
 *   catalog or has values
 */
export async function readTitles(
  pkg: DeliveredPackage,
): Promise<(title: MessageDescriptor) => LocalizedText> {
  const read = async (locale: Locale): Promise<Catalog> => {
    const filename = join(pkg.folder, `src/locales/${locale}.po`);
    const text = await readFile(filename, 'utf8');
    return formatter().parse(text, { locale, sourceLocale: 'en', filename }) as Catalog;
  };
  const catalogs = { ja: await read('ja'), en: await read('en') };
  return ({ id, message: written }) => {
    const textIn = (locale: Locale): string => {
      const { translation, message } = catalogs[locale][id] ?? {};
      const text = translation || message || written;
      if (!text) {
        throw new Error(`${pkg.packageName}: a title is not in ${locale}.po. ${COLLECT_TEXTS}`);
      }
      if (VALUE.test(text)) throw new Error(`${pkg.packageName}: "${text}" cannot be a title.`);
      return text;
    };
    return { ja: textIn('ja'), en: textIn('en') };
  };
}
