import { createHash } from 'node:crypto';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import type { BrandLook } from '@portal/shared-brand/look/look';
import {
  type BundlesOnPage,
  DEFAULT_MENU_ORDER,
  type FallbackRelease,
  type FirstViewOnPage,
  LOCALES,
  type Locale,
  type LocalizedText,
  type MenuRow,
  NAVIGATION_ENTRIES,
  type NavigationEntry,
  type PackageOnPage,
  type PageData,
  type PartList,
  type PortalConfig,
  type RemoteOnPage,
} from '@portal/shared-contract';
import { withPassNames } from '@portal/shared-contract/pass-name';
import { canonicalJson } from '../canonical-json.ts';
import {
  globalOf,
  integrityOf,
  type ReleaseDocument,
  type RemoteDocument,
  type ShellDocument,
  segmentsOf,
} from '../document.ts';
import { isFirstRoute } from '../gate/budget.ts';
import type { PagePreview } from '../preview/preview.ts';
import { hashInName, loadedFiles, type PageTexts, textsFor } from '../release-files.ts';
import type { PageConfiguration } from './configuration.ts';
import type { FirstViewTexts } from './first-view/first-view-pages.ts';

/**
 * The registry: which release of each part is live, and the configuration of the environment. The page
 * is a pure function of this one document (docs/architecture.md).
 */
export type Registry = {
  readonly config: PortalConfig;
  readonly look?: BrandLook | undefined;
  readonly security?: PageConfiguration['security'] | undefined;
  readonly shell: RegisteredRelease<ShellDocument> & { readonly texts: PageTexts };
  readonly remotes: Readonly<
    Record<
      string,
      RegisteredRelease<RemoteDocument> & {
        readonly fallback?: RemoteDocument | undefined;
      }
    >
  >;
  readonly switchedOff?: PageData['switchedOff'];
  /** The entry of the history that it was made from. It is in `latest.json`, not in the page. */
  readonly seq?: number | undefined;
  /** A part of it is not live: the page is for one browser. */
  readonly preview?: PagePreview | undefined;
};

type RegisteredRelease<Document extends ReleaseDocument> = {
  readonly base: string;
  readonly release: Document;
  readonly firstViews?: FirstViewTexts | undefined;
  /** What the files contain of which bundles are made, by name; undefined where one could not be read. */
  readonly contents?: ReadonlyMap<string, string> | undefined;
};

export const filesBase = (name: string): string => `/remotes/${name}/`;

export type PageOf = {
  readonly list: ComposedList;
  readonly owner?: string | undefined;
  readonly firstView?: FirstViewOnPage | undefined;
  readonly bundles?: BundlesOnPage | undefined;
};

/**
 * The data in the page for the browser. Of the remotes it has the one of the page's own address, so that its
 * size does not follow from how many there are.
 */
export function pageData(
  registry: Registry,
  { list, owner, firstView, bundles }: PageOf,
): PageData {
  const { config, shell, remotes, switchedOff = {}, preview } = registry;
  const named = Object.entries(remotes).filter(([name]) => name === owner);
  const navigation = navigationOf(registry);
  const path = firstView?.path;
  const bundled = new Set(Object.values(bundles ?? {}).flatMap(({ holds }) => holds));
  // A page with a first view is of one language.
  const locales = firstView ? [firstView.locale] : LOCALES;
  return {
    config,
    ...(preview && { preview: true }),
    shell: onPage(shell, shell.release, config, {
      locales,
      bundled,
      others: firstSharedFiles([shell, ...named.map(([, remote]) => remote)], shell, path),
    }),
    remotes: Object.fromEntries(
      named.map(([name, remote]) => [
        name,
        remoteOnPage(registry, remote, { locales, bundled, path }),
      ]),
    ),
    areas: areasOf(remotes),
    ...(navigation.length > 0 && { navigation }),
    token: pageToken(
      shell.release.version,
      Object.fromEntries(
        Object.entries(remotes).map(([name, { release }]) => [name, release.version]),
      ),
    ),
    partList: { file: `/${list.path}`, integrity: integrityOf(list.body) },
    ...(firstView && { firstView }),
    ...(bundles && { bundles }),
    ...(Object.keys(switchedOff).length > 0 && {
      switchedOff: Object.fromEntries(
        Object.entries(switchedOff).map(([name, part]) => [
          name,
          { ...part, ...(part.title && { title: brandedName(part.title, config) }) },
        ]),
      ),
    }),
  };
}

export type ComposedList = { readonly path: `app/${string}`; readonly body: string };

/** The file of what pages leave out of their parts, which they name by its hash and the browser reads in an idle moment. */
export function partList(registry: Registry): ComposedList {
  const { shell, remotes } = registry;
  const all = Object.entries(remotes);
  const body = JSON.stringify({
    shell: loadedFiles(shell.release),
    remotes: Object.fromEntries(
      all.map(([name, remote]) => [
        name,
        { ...remoteOnPage(registry, remote), files: loadedFiles(remote.release) },
      ]),
    ),
    fallbacks: Object.fromEntries(
      all.flatMap(([name, { fallback }]) => (fallback ? [[name, fallbackRelease(fallback)]] : [])),
    ),
  } satisfies PartList);
  return { path: `app/parts.${hashInName(body)}.json`, body };
}

function fallbackRelease(release: RemoteDocument): FallbackRelease {
  const { version, name, entry, scripts, styles } = release;
  return { version, name: globalOf(name), entry, scripts, styles, files: loadedFiles(release) };
}

/** The first segments of all remotes with their names, as short as can be (`PortalPage.areas`). */
const areasOf = (remotes: Registry['remotes']): string =>
  Object.entries(remotes)
    .flatMap(([name, { release }]) =>
      segmentsOf(release).map((owned) => {
        const segment = owned.slice(1).toLowerCase();
        return segment === name ? name : `${segment}:${name}`;
      }),
    )
    .join(' ');

function remoteOnPage(
  { shell, config }: Registry,
  remote: Registry['remotes'][string],
  visit: VisitOf = {},
): RemoteOnPage {
  const { name, entry, title } = remote.release;
  const { fallback } = remote;
  return {
    ...onPage(remote, shell.release, config, visit),
    name: globalOf(name),
    entry,
    ...(title && { title: brandedName(title, config) }),
    ...(fallback && { fallback: true }),
  };
}

/** The shell's files of the lazy shared modules that the screens need with which a visit to these parts can begin. */
function firstSharedFiles(
  parts: readonly RegisteredRelease<ReleaseDocument>[],
  { release: { lazyShared } }: Registry['shell'],
  path: string | undefined,
): string[] {
  return parts
    .flatMap(({ release }) => firstRows(release, path))
    .flatMap(({ consumes = [], firstView }) => [...consumes, ...(firstView?.consumes ?? [])])
    .flatMap((key) => lazyShared[key] ?? []);
}

/** @param path of the one screen of the page; without it, or in a part that does not have it, any first route can be it */
function firstRows({ rows }: ReleaseDocument, path: string | undefined) {
  const row = path === undefined ? undefined : rows[path];
  return row ? [row] : Object.values(rows).filter(isFirstRoute);
}

type VisitOf = {
  readonly locales?: readonly Locale[];
  readonly bundled?: ReadonlySet<string>;
  /** The one screen that a visit begins with; by default it can be any first route. */
  readonly path?: string | undefined;
  readonly others?: readonly string[];
};

/** The hashes of the files that a visit in these languages can begin with and that come by themselves. */
function hashesOnPage(
  { base, release }: RegisteredRelease<ReleaseDocument>,
  { locales = LOCALES, bundled, path, others = [] }: VisitOf,
): PackageOnPage['files'] {
  const { scripts, styles } = release;
  const screens = firstRows(release, path).flatMap(({ files: own, firstView }) => [
    ...own,
    ...(firstView?.files ?? []),
  ]);
  const named = [...scripts, ...screens, ...others];
  const texts = locales.flatMap((locale) => textsFor(release, named, locale));
  const first = new Set([...named, ...styles, ...texts]);
  return Object.fromEntries(
    Object.entries(loadedFiles(release)).filter(
      ([name]) => first.has(name) && !bundled?.has(base + name),
    ),
  );
}

function onPage(
  part: RegisteredRelease<ReleaseDocument>,
  shell: ShellDocument,
  config: PortalConfig,
  visit: VisitOf,
): PackageOnPage {
  const { base, release } = part;
  const isOtherProvider = config.idp.endpoints !== undefined;
  return {
    version: release.version,
    base,
    files: hashesOnPage(part, visit),
    scripts: release.scripts,
    styles: release.styles,
    routes: Object.fromEntries(
      Object.entries(release.rows).map(
        ([path, { consumes = [], early, menu, firstView, ownProvider, kind: _, ...row }]) => {
          // Where another provider is used it has these screens and calls.
          const isElsewhere = ownProvider && isOtherProvider;
          const shownMenu = menu && !isElsewhere && menuOnPage(menu, config, path);
          const shellFiles = [...new Set(consumes.flatMap((key) => shell.lazyShared[key] ?? []))];
          return [
            path,
            {
              ...row,
              ...(early && !isElsewhere ? { early } : {}),
              ...(shownMenu && { menu: shownMenu }),
              ...(shellFiles.length > 0 ? { shellFiles } : {}),
            },
          ];
        },
      ),
    ),
  };
}

export function navigationOf({ config, remotes }: Registry): NavigationEntry[] {
  return Object.keys(remotes)
    .sort()
    .flatMap((name) =>
      Object.entries(remotes[name]?.release.rows ?? {}).flatMap(([path, { menu }]) => {
        const shown = menu && menuOnPage(menu, config, path);
        return shown?.tab ? [{ path: path as NavigationEntry['to'], ...shown }] : [];
      }),
    )
    .sort((a, b) => (a.order ?? DEFAULT_MENU_ORDER) - (b.order ?? DEFAULT_MENU_ORDER))
    .slice(0, NAVIGATION_ENTRIES)
    .map(({ path, ja, en, icon }) => ({ to: path, ja, en, ...(icon && { icon }) }));
}

/** An entry of the side menu as the operator has it; undefined for one that is hidden. */
function menuOnPage(
  { ja, en, caption, ...row }: MenuRow,
  config: PortalConfig,
  path: string,
): MenuRow | undefined {
  const { hidden, ...place } = config.menu?.[path] ?? {};
  if (hidden) return undefined;
  return {
    ...row,
    ...place,
    ...brandedName({ ja, en }, config),
    ...(caption && { caption: brandedName(caption, config) }),
  };
}

/**
 * A name of a release's document with the brand's text in its place, if the brand has one. The build read the
 * name from a catalog, so the id of its English text is that of the brand's text.
 */
function brandedName(name: LocalizedText, { texts, brand }: PortalConfig): LocalizedText {
  const named = withPassNames(name, brand.passName);
  if (!texts) return named;
  const id = generateMessageId(name.en);
  const own = LOCALES.map((locale) => {
    const compiled = texts[locale]?.[id];
    const text = Array.isArray(compiled) ? compiled.join('') : compiled;
    return [locale, text ?? named[locale]];
  });
  return Object.fromEntries(own);
}

/** 72 bits: enough that nobody meets that of another page by chance. */
const TOKEN_LETTERS = 12;

/**
 * Names the releases of a page, so that its reports say from which page they are. It is the same
 * for everybody who gets the same releases, and no secret: whoever has the page has it.
 */
function pageToken(shell: string, remotes: Readonly<Record<string, string>>): string {
  const page = canonicalJson({ shell, remotes });
  return createHash('sha256').update(page).digest('base64url').slice(0, TOKEN_LETTERS);
}
