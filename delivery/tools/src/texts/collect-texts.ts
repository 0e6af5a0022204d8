import path from 'node:path';
import { type CatalogType, getCatalogs } from '@lingui/cli/api';
import type { LinguiConfigNormalized } from '@lingui/conf';

type Entry = CatalogType[string];

/** A text without a translation, and what may have been its translation before the text changed. */
type MissingText = {
  readonly text: string;
  readonly files: readonly string[];
  readonly before: readonly string[];
};

export type CollectedTexts = {
  /** The catalog of the language that is translated to, as a path below the root folder. */
  readonly catalog: string;
  readonly missing: readonly MissingText[];
  /** Texts that were deleted from the catalog with their translations. */
  readonly removed: readonly string[];
};

/**
 * Collects the texts of the code into the catalogs of every language.
 *
 * A text that is no longer in the code stays in its catalog as obsolete while another text there has
 * no translation, because a text whose English has changed is both: an obsolete one and a new one.
 * Once nothing is missing, obsolete texts are deleted.
 * @throws Error when a source file cannot be read
 */
export async function collectTexts(config: LinguiConfigNormalized): Promise<CollectedTexts[]> {
  const translated = config.locales.filter((locale) => locale !== config.sourceLocale);
  const collected: CollectedTexts[] = [];
  for (const catalog of await getCatalogs(config)) {
    const made = await catalog.make({ orderBy: config.orderBy, clean: false, overwrite: false });
    if (!made) throw new Error(`The texts of ${catalog.path} could not be collected.`);
    const results = translated.map((locale) => ({
      catalog: path.relative(config.rootDir, catalog.getFilename(locale)),
      ...resultOf(made[locale] ?? {}),
    }));
    const complete = results.every(({ missing }) => missing.length === 0);
    if (complete) {
      for (const locale of config.locales) {
        await catalog.write(locale, withoutObsolete(made[locale] ?? {}));
      }
    }
    collected.push(
      ...results.map((result) => ({ ...result, removed: complete ? result.removed : [] })),
    );
  }
  return collected;
}

function resultOf(catalog: CatalogType): Omit<CollectedTexts, 'catalog'> {
  const entries = Object.entries(catalog).map(([id, entry]) => ({ id, entry }));
  const obsolete = entries.filter(({ entry }) => entry.obsolete);
  return {
    missing: entries
      .filter(({ entry }) => !entry.obsolete && !entry.translation)
      .map(({ id, entry }) => ({
        text: entry.message ?? id,
        files: filesOf(entry),
        before: obsolete
          .filter((old) => filesOf(old.entry).some((file) => filesOf(entry).includes(file)))
          .map(withTranslation),
      })),
    removed: obsolete.map(withTranslation),
  };
}

const filesOf = ({ origin = [] }: Entry) => origin.map(([file]) => file);

const withTranslation = ({ id, entry }: { id: string; entry: Entry }) =>
  `“${entry.message ?? id}” = “${entry.translation ?? ''}”`;

const withoutObsolete = (catalog: CatalogType): CatalogType =>
  Object.fromEntries(Object.entries(catalog).filter(([, { obsolete }]) => !obsolete));

/** One line for each text that needs a translation or was deleted. */
export function describeTexts(collected: readonly CollectedTexts[]): string[] {
  return collected.flatMap(({ catalog, missing, removed }) => [
    ...missing.flatMap(({ text, files, before }) => [
      `${catalog}: “${text}” has no translation (${files.join(', ')}).`,
      ...before.map((old) => `    Removed from that file, perhaps its old text: ${old}`),
    ]),
    ...removed.map((old) => `${catalog}: deleted ${old}, which the code no longer has.`),
  ]);
}
