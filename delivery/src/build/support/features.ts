import { createRequire } from 'node:module';
import type { CompatData, Identifier } from '@mdn/browser-compat-data';
import { compareVersions, oldestBrowsers } from './oldest-browsers.ts';

/** A feature that one of the oldest supported browsers lacks. */
export type NewerFeature = {
  /** As MDN's data names it: `api.URL.parse_static`. */
  readonly feature: string;
  /** The browsers that lack it, each with its first version that has it: `Safari 18`. */
  readonly since: string;
};

/** MDN's data: https://github.com/mdn/browser-compat-data */
const { api, javascript, css, browsers } = createRequire(import.meta.url)(
  '@mdn/browser-compat-data',
) as CompatData;

type Entry = Identifier | undefined;
type Named = readonly [feature: string, entry: Entry];

/** By the statement's name. It has no old versions of the browsers on Android, which are the desktop's. */
const ENGINES = {
  chrome: ['chrome', 'chrome_android'],
  firefox: ['firefox', 'firefox_android'],
  safari: ['safari'],
  ios: ['safari_ios'],
} as const;

const oldest = oldestBrowsers();
const required = Object.entries(ENGINES).flatMap(([name, engines]) =>
  engines.map((engine) => [engine, oldest[name] ?? ''] as const),
);
const { builtins } = javascript as { builtins: Identifier };

/** A global name: `Temporal`, `scheduler`. */
export function newerGlobal(name: string): NewerFeature | undefined {
  return newerInAll([
    [`api.${name}`, api[name]],
    [`api.Window.${name}`, api.Window?.[name]],
    [`javascript.builtins.${name}`, builtins[name]],
  ]);
}

/** A global whose members the data has: `URL`, `navigator`. */
export const isKnownGlobal = (name: string): boolean =>
  (INTERFACES[name] ?? name) in api || name in builtins;

/** A member of a global: `URL.parse`, `Intl.DurationFormat`. */
export function newerMemberOf(owner: string, name: string): NewerFeature | undefined {
  const type = INTERFACES[owner] ?? owner;
  return newerInAll([
    [`api.${type}.${name}_static`, api[type]?.[`${name}_static`]],
    [`api.${type}.${name}`, api[type]?.[name]],
    [`javascript.builtins.${type}.${name}`, builtins[type]?.[name]],
  ]);
}

/**
 * A member of an object that only running the script would tell: newer where every object's is. Objects of newer
 * interfaces come from a newer member themselves.
 */
export const newerMember = (name: string): NewerFeature | undefined =>
  newerInAll(membersByName.get(name) ?? []);

/** The interfaces of the objects that have a global name. */
const INTERFACES: Readonly<Record<string, string>> = {
  navigator: 'Navigator',
  document: 'Document',
  performance: 'Performance',
  history: 'History',
  crypto: 'Crypto',
  caches: 'CacheStorage',
};

const membersByName = Map.groupBy(
  [
    ...Object.entries(api).map(([type, entry]) => [`api.${type}`, entry] as const),
    ...[...Object.entries(builtins), ...Object.entries(builtins.Intl ?? {})].map(
      ([type, entry]) => [`javascript.builtins.${type}`, entry] as const,
    ),
  ].flatMap(([owner, entry]) =>
    newerInAll([[owner, entry as Identifier]])
      ? []
      : Object.entries(entry).map(
          ([name, member]): Named => [`${owner}.${name}`, member as Identifier],
        ),
  ),
  ([feature]) => feature.slice(feature.lastIndexOf('.') + 1),
);

/** What a value of a stylesheet consists of: `auto`, `color-mix`, `lh`. */
export type ValueParts = Readonly<Record<'keywords' | 'functions' | 'units', readonly string[]>>;

/** What is newer in a declaration of a stylesheet. */
export function newerInDeclaration(
  property: string,
  { keywords, functions, units }: ValueParts,
): NewerFeature[] {
  const { [property]: entry } = css.properties as Identifier;
  const types = css.types as Identifier;
  const ownOf = (word: string): Named => [`css.properties.${property}.${word}`, entry?.[word]];
  return [
    newerInAll([[`css.properties.${property}`, entry]]),
    ...keywords.map((word) => newerInAll([ownOf(word)])),
    ...functions.map((name) =>
      newerInAll([
        ownOf(name),
        [`css.types.${name}`, types[name]],
        ...Object.entries(types).map(
          ([type, one]): Named => [`css.types.${type}.${name}`, (one as Identifier)[name]],
        ),
      ]),
    ),
    ...units.map((unit) => newerInAll([[`css.types.length.${unit}`, types.length?.[unit]]])),
  ].filter((one) => one !== undefined);
}

/** A part of a selector by its name: `has`, `user-invalid`. */
export const newerSelector = (name: string): NewerFeature | undefined =>
  newerInAll([[`css.selectors.${name}`, (css.selectors as Identifier)[name]]]);

/** A rule, or a part of its condition: `starting-style`; `media`, `prefers-reduced-transparency`. */
export const newerRule = (name: string, part?: string): NewerFeature | undefined => {
  const rule = (css['at-rules'] as Identifier)[name];
  return part === undefined
    ? newerInAll([[`css.at-rules.${name}`, rule]])
    : newerInAll([[`css.at-rules.${name}.${part}`, rule?.[part]]]);
};

/** Undefined where one of the entries is in every browser, or none is a feature. */
function newerInAll(named: readonly Named[]): NewerFeature | undefined {
  const known = named.filter(([, entry]) => entry?.__compat);
  const lacking = known.map(([feature, entry]) => ({ feature, since: lackedBy(entry) }));
  return lacking.every(({ since }) => since !== '') ? lacking[0] : undefined;
}

/** `Safari 18, Safari on iOS 18`; empty where all have it. */
function lackedBy(entry: Entry): string {
  const support = entry?.__compat?.support ?? {};
  return required
    .flatMap(([engine, version]) => {
      const statements = [support[engine] ?? []].flat();
      const first = statements
        .filter(
          ({ flags, prefix, alternative_name, version_removed }) =>
            !flags &&
            !prefix &&
            !alternative_name &&
            // A part of a feature gives place to the whole of it.
            (!version_removed || statements.some((next) => next.version_added === version_removed)),
        )
        .map(({ version_added }) => String(version_added).replace('≤', ''))
        .filter((added) => /^\d/.test(added))
        .sort(compareVersions)[0];
      const has = first !== undefined && compareVersions(first, version) <= 0;
      return has ? [] : [`${browsers[engine].name} ${first ?? 'in no version'}`];
    })
    .join(', ');
}
