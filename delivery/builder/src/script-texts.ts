import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { LOCALES } from '@portal/shared-contract';
import { type CompiledCatalog, compiledCatalog, compiledMessages } from './compiled-catalog.ts';
import { writeHashed } from './release-folder.ts';
import { type DeliveredPackage, ROOT } from './workspace/packages.ts';

/** Packages whose components are in those of others, with their texts. */
const SHARED = ['shared-i18n', 'shared-ui'].map((folder) => join(ROOT, folder));
/** What `loadCatalog` of a remote imports: where it runs alone it has all texts at once. */
const CATALOG = /^catalog-/;

/**
 * Writes the texts of each script of a finished build into files beside it, one for each language
 * (docs/decisions/0003-how-a-page-starts.md): those whose ids stand in the script.
 * @param isDraft the scripts have the texts beside their ids: one that is in no catalog yet is shown as the code has it
 * @throws Error, except of a draft, for a text of theirs that no script shows: it would come with none
 */
export async function writeScriptTexts(
  sources: readonly DeliveredPackage[],
  buildFolder: string,
  isDraft = false,
): Promise<void> {
  const names = await readdir(buildFolder);
  const scripts = await Promise.all(
    names
      .filter((name) => name.endsWith('.js') && !CATALOG.test(name))
      .map(async (name) => ({ name, code: await readFile(join(buildFolder, name), 'utf8') })),
  );
  for (const locale of LOCALES) {
    const read = (folder: string) => compiledCatalog(join(folder, `src/locales/${locale}.po`));
    const own = await mergedCatalogs(sources.map(({ folder }) => read(folder)));
    const catalog = { ...(await mergedCatalogs(SHARED.map(read))), ...own };
    const shown = new Set<string>();
    for (const { name, code } of scripts) {
      const unknown = isDraft ? compiledMessages(messagesIn(code), 'en') : {};
      const texts = { ...unknown, ...textsIn(code, catalog) };
      for (const id of Object.keys(texts)) shown.add(id);
      if (Object.keys(texts).length === 0) continue;
      await writeHashed(buildFolder, name.replace(/js$/, locale), 'json', JSON.stringify(texts));
    }
    const lost = isDraft ? undefined : Object.keys(own).find((id) => !shown.has(id));
    if (lost) {
      throw new Error(
        `The code no longer shows the text ${JSON.stringify(own[lost])} of src/locales/${locale}.po. ${COLLECT_TEXTS}`,
      );
    }
  }
}

/** In a clone of the portal and in a repository with the kit. */
export const COLLECT_TEXTS =
  'Run npm run i18n, which collects the texts of the code, and write the Japanese of new ones into src/locales/ja.po.';

const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\$]|\\.)*`/.source;
/** What Lingui's macros write, minified. */
const DESCRIPTOR = new RegExp(`\\bid:\\s*(${QUOTED}),\\s*message:\\s*(${QUOTED})`, 'g');

function messagesIn(code: string): Record<string, string> {
  const found = [...code.matchAll(DESCRIPTOR)].map(([, id, message]) => [id, message]);
  return runInNewContext(`Object.fromEntries([${found.map((one) => `[${one}]`)}])`);
}

export function textsIn(code: string, catalog: CompiledCatalog): CompiledCatalog {
  // The ends of two strings may be one and the same mark, as in `"a"===b?"c":"d"`.
  const strings = new Set([...code.matchAll(/(?<=(["'`]))[^"'`\\\s]+(?=\1)/g)].map(([id]) => id));
  return Object.fromEntries(Object.entries(catalog).filter(([id]) => strings.has(id)));
}

const mergedCatalogs = async (
  catalogs: readonly Promise<CompiledCatalog>[],
): Promise<CompiledCatalog> => Object.assign({}, ...(await Promise.all(catalogs)));
