import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MessageDescriptor } from '@lingui/core';
import { formatter } from '@lingui/format-po';
import type { Locale, LocalizedText, MenuRow } from '@portal/shared-contract';
import {
  DEFAULT_GUARD,
  DEFAULT_KIND,
  DEFAULT_LAYOUT,
  type Guard,
  type Layout,
  type MenuEntry,
  type RemoteRoutes,
  type ScreenKind,
} from '@portal/shared-routing/rows';
import { transformSync } from '@swc/core';
import { COLLECT_TEXTS } from './script-texts.ts';
import { CACHE, type DeliveredPackage } from './workspace/packages.ts';
import { swcOptions } from './workspace/swc-options.ts';

type BuiltRow = {
  readonly path: string;
  readonly guard: Guard;
  readonly layout: Layout;
  readonly kind: ScreenKind;
  readonly early?: string[];
  readonly menu?: MenuRow;
  /** A screen of our own identity provider. */
  readonly ownProvider?: true;
  readonly screen: string;
};

export type BuiltRoutes = {
  readonly rows: readonly BuiltRow[];
  readonly title?: LocalizedText;
};

/**
 * Reads a package's `src/routes.ts` by running it. The table is code, so that screens are typed,
 * but its rows contain nothing that needs a browser.
 *
 * @throws Error when a row's `lazy` is not `() => import('./…')`, when two rows have the same path, and when a remote has no title
 */
export async function readRoutes(pkg: DeliveredPackage, isDraft = false): Promise<BuiltRoutes> {
  const source = join(pkg.folder, 'src/routes.ts');
  const { code } = transformSync(readFileSync(source, 'utf8'), {
    ...swcOptions({ keepTexts: isDraft }),
    filename: source,
  });
  const folder = join(CACHE, 'rows');
  mkdirSync(folder, { recursive: true });
  const target = join(folder, `${pkg.name}-${Date.now()}.mjs`);
  writeFileSync(target, code);
  const { rows, title } = (await import(pathToFileURL(target).href)) as Pick<RemoteRoutes, 'rows'> &
    Partial<RemoteRoutes>;
  if (pkg.kind === 'remote' && !title) {
    throw new Error(`${source} must export a title: what members call the remote.`);
  }
  const titleOf = await readTitles(pkg);
  const seen = new Set<string>();
  const screenOf = (path: string, lazy: RemoteRoutes['rows'][number]['lazy']) => {
    const request = /import\(\s*(?:\/\*.*?\*\/\s*)?["'](\.\/[^"']+)["']\s*\)/s.exec(
      String(lazy),
    )?.[1];
    if (request) return resolve(source, '..', request);
    throw new Error(`${source}: the screen of ${path} must be loaded by () => import('./…').`);
  };
  const read = (row: RemoteRoutes['rows'][number]): BuiltRow => {
    const {
      path,
      guard = DEFAULT_GUARD,
      layout = DEFAULT_LAYOUT,
      kind = DEFAULT_KIND,
      early,
      menu,
      ownProvider,
      lazy,
    } = row;
    if (seen.has(path)) throw new Error(`${source}: two rows for ${path}.`);
    seen.add(path);
    return {
      path,
      guard,
      layout,
      kind,
      ...(early && { early: [...early] }),
      ...(menu && { menu: menuRow(row.title, menu, titleOf) }),
      ...(ownProvider && { ownProvider }),
      screen: screenOf(path, lazy),
    };
  };
  return { rows: rows.map(read), ...(title && { title: titleOf(title) }) };
}

function menuRow(
  screen: MessageDescriptor,
  { title = screen, caption, ...menu }: MenuEntry,
  textOf: (title: MessageDescriptor) => LocalizedText,
): MenuRow {
  return { ...textOf(title), ...(caption && { caption: textOf(caption) }), ...menu };
}

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
async function readTitles(
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
