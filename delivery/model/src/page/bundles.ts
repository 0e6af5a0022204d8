import type { Bundle, Locale, TextsOnPage } from '@portal/shared-contract';
import { localeOfTexts } from '@portal/shared-contract/script-texts';
import type { ReleaseDocument, ShellDocument } from '../document.ts';
import { integrityOf } from '../document.ts';
import { hashInName, textsFor, withTexts } from '../release-files.ts';
import { screenName } from './first-view/first-view-pages.ts';

/** A part with what its files contain, by their names. */
type Part<Document extends ReleaseDocument = ReleaseDocument> = {
  readonly base: string;
  readonly release: Document;
  readonly contents?: ReadonlyMap<string, string> | undefined;
};

export type ComposedBundle = { readonly bundle: Bundle; readonly body: string };

type Of = { readonly path: string; readonly locale: Locale };

const LOCALES: readonly Locale[] = ['ja', 'en'];

/**
 * The scripts of the shell that a bundle has: not the first, with which the page draws its first view before the others
 * have come.
 */
const startOf = ({ scripts }: ShellDocument): readonly string[] => scripts.slice(1);

export function bundledFiles(release: ReleaseDocument): readonly string[] {
  const shared = 'lazyShared' in release ? Object.values(release.lazyShared).flat() : [];
  const screens = Object.values(release.rows).flatMap(({ files, firstView }) =>
    firstView ? [...files, ...(firstView.files ?? [])] : [],
  );
  const scripts = [...release.scripts, ...screens, ...shared];
  return [...new Set(LOCALES.flatMap((locale) => withTexts(release, scripts, locale)))];
}

/** What starts the shell, in one file. It has no texts, so that it is the same in both languages. */
export function shellBundle(shell: Part<ShellDocument>): ComposedBundle | undefined {
  return joined(
    'shell',
    startOf(shell.release).map((file) => ({ part: shell, file })),
  );
}

/**
 * The bundles of a main screen in one language: with what its first visit needs beside the shell's, and with what the
 * screen imports once it is drawn.
 * @param name of that part; undefined for the shell
 */
export function routeBundles(
  shell: Part<ShellDocument>,
  owner: Part,
  name: string | undefined,
  { path, locale }: Of,
): { readonly route?: ComposedBundle | undefined; readonly next?: ComposedBundle | undefined } {
  const row = owner.release.rows[path];
  if (!row) return {};
  const { lazyShared } = shell.release;
  const ofShell = (keys: readonly string[] = []) =>
    keys.flatMap((key) => lazyShared[key] ?? []).map((file) => ({ part: shell, file }));
  const own = (files: readonly string[] = []) => files.map((file) => ({ part: owner, name, file }));
  const textsOf = (part: Part, scripts: readonly string[], of?: string) =>
    textsFor(part.release, scripts, locale).map((file) => ({ part, name: of, file }));
  const withOwnTexts = (files: readonly File[]) =>
    files.flatMap((one) => [...textsOf(one.part, [one.file], one.name), one]);
  const start = name === undefined ? [] : own(owner.release.scripts);
  const route = [
    ...textsOf(shell, shell.release.scripts),
    // What is the shell's comes first: a release that throws ends the script, and its fallback needs the rest.
    ...withOwnTexts([...ofShell(row.consumes), ...start, ...own(row.files)]),
  ];
  const has = new Set(route.map(addressOf));
  const next = withOwnTexts([
    ...ofShell(row.firstView?.consumes),
    ...own(row.firstView?.files),
  ]).filter((file) => !has.has(addressOf(file)));
  const suffix = `${screenName(path)}.${locale}`;
  return { route: joined(`route.${suffix}`, route), next: joined(`next.${suffix}`, next) };
}

type File = { readonly part: Part; readonly name?: string | undefined; readonly file: string };

const addressOf = ({ part, file }: File): string => part.base + file;

/** @returns undefined for no files, and where the contents of one are not known */
function joined(name: string, files: readonly File[]): ComposedBundle | undefined {
  const unique = [...new Map(files.map((file) => [addressOf(file), file])).values()];
  const contents = unique.map(({ part, file }) => part.contents?.get(file));
  if (contents.length === 0 || contents.includes(undefined)) return undefined;
  const texts: TextsOnPage[] = [];
  const scripts: string[] = [];
  for (const [index, { part, name: remote, file }] of unique.entries()) {
    const content = contents[index] ?? '';
    const locale = localeOfTexts(file);
    if (locale) texts.push({ remote, locale, messages: JSON.parse(content) });
    // The entry of a remote sets a global variable. Every other script is strict by itself, or not.
    else if ('entry' in part.release && part.release.entry === file) scripts.push(`${content}\n;`);
    else scripts.push(`(()=>{${content}\n})();`);
  }
  const data = JSON.stringify(JSON.stringify(texts));
  const body = [
    ...(texts.length > 0 ? [`portal.addTexts(JSON.parse(${data}));`] : []),
    ...scripts,
    '',
  ].join('\n');
  return {
    bundle: {
      file: `/app/${name}.${hashInName(body)}.js`,
      integrity: integrityOf(body),
      holds: unique.map(addressOf),
    },
    body,
  };
}
