import { globSync } from 'node:fs';
import path from 'node:path';
import type { Problem } from '@portal/checks-tools/problem';
import { ROOT } from '@portal/checks-tools/root';
import { type CatalogEntry, readEntries } from '@portal/shared-brand/read/catalog';
import { LOCALES } from '@portal/shared-contract';

type Catalog = { readonly file: string; readonly entries: readonly CatalogEntry[] };

/** Texts that a package translates otherwise than a shared package whose components it shows. */
export function sharedTextProblems(): Problem[] {
  return LOCALES.flatMap((locale) => {
    const read = (pattern: string): Catalog[] =>
      globSync(`${pattern}/src/locales/${locale}.po`, { cwd: ROOT })
        .sort()
        .map((file) => ({ file, entries: readEntries(path.join(ROOT, file), locale) }));
    return checkSharedTexts(read('shared-*'), read('{shared-*,shell,mfe-*}'));
  });
}

/** @param catalogs all of one language, those of the shared packages among them */
export function checkSharedTexts(
  shared: readonly Catalog[],
  catalogs: readonly Catalog[],
): Problem[] {
  return catalogs.flatMap(({ file, entries }) =>
    entries.flatMap(({ id, message, translation }) =>
      shared
        .filter((other) =>
          other.entries.some((entry) => entry.id === id && entry.translation !== translation),
        )
        .map((other) => ({
          file,
          says: `translates “${message}” otherwise than ${other.file}, whose components show it on the same screens. Give one of the two a \`context\`.`,
        })),
    ),
  );
}
