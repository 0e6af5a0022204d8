import path from 'node:path';
import { type CatalogType, getCatalogs } from '@lingui/cli/api';
import type { LinguiConfigNormalized } from '@lingui/conf';

/**
 * Collects the texts of the code into the catalogs of every language.
 *
 * A text that is no longer in the code stays in its catalog as obsolete (`#~`) while another text there has
 * no translation, because a text whose English has changed is both: an obsolete one and a new one.
 * Once nothing is missing, obsolete texts are deleted.
 * @returns a line for each text without a translation
 * @throws Error when a source file cannot be read
 */
export async function collectTexts(config: LinguiConfigNormalized): Promise<string[]> {
  const translated = config.locales.filter((locale) => locale !== config.sourceLocale);
  const lines: string[] = [];
  for (const catalog of await getCatalogs(config)) {
    const made = await catalog.make({ orderBy: config.orderBy, clean: false, overwrite: false });
    if (!made) throw new Error(`The texts of ${catalog.path} could not be collected.`);
    const missing = translated.flatMap((locale) => {
      const file = path.relative(config.rootDir, catalog.getFilename(locale));
      return missingIn(made[locale] ?? {}).map((text) => `${file}: ${text}`);
    });
    lines.push(...missing);
    if (missing.length > 0) continue;
    for (const [locale, texts] of Object.entries(made)) {
      const used = Object.entries(texts).filter(([, { obsolete }]) => !obsolete);
      await catalog.write(locale, Object.fromEntries(used));
    }
  }
  return lines;
}

const missingIn = (catalog: CatalogType): string[] =>
  Object.entries(catalog)
    .filter(([, { obsolete, translation }]) => !obsolete && !translation)
    .map(([id, { message, origin = [] }]) => {
      const files = origin.map(([file]) => file).join(', ');
      return `“${message ?? id}” has no translation (${files}).`;
    });
