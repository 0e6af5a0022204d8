import { createRequire } from 'node:module';
import type { CompatData, Identifier } from '@mdn/browser-compat-data';
import { compareVersions, oldestBrowsers } from '../workspace/oldest-browsers.ts';

/** A feature that one of the oldest supported browsers lacks. */
export type NewerFeature = {
  /** As MDN's data names it: `api.URL.parse_static`. */
  readonly feature: string;
  /** The browsers that lack it, each with its first version that has it: `Safari 18`. */
  readonly since: string;
};

/** MDN's data: https://github.com/mdn/browser-compat-data */
const { api, javascript, css, html, browsers } = createRequire(import.meta.url)(
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
const IN_NO_VERSION = 'in no version';
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
  name in INTERFACES || (/^[A-Z]/.test(name) && (name in api || name in builtins));

/** A member of a global: `URL.parse`, `Intl.DurationFormat`. */
export function newerMemberOf(owner: string, name: string): NewerFeature | undefined {
  const type = INTERFACES[owner] ?? owner;
  const own = `${name}_static`;
  // An instance can have an older member of this name: `Response.json()`.
  if (/^[A-Z]/.test(owner) && api[type]?.[own])
    return newerInAll([[`api.${type}.${own}`, api[type]?.[own]]]);
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

/**
 * What an argument asks of a call: the key of an option (`{ timeline }`), or a text (`'Ed25519'`). Newer where it is so
 * for every method of this name.
 */
export const newerArgument = (method: string, word: string): NewerFeature | undefined =>
  newerInAll(
    allMembers(method).flatMap(([feature, entry]) =>
      Object.entries(entry ?? {})
        .filter(([name]) => name === word.toLowerCase() || name.endsWith(`_${word}_parameter`))
        .map(([name, part]): Named => [`${feature}.${name}`, part as Identifier]),
    ),
  );

/** An event by its name: `scrollend`. */
export const newerEvent = (name: string): NewerFeature | undefined =>
  newerInAll(allMembers(`${name}_event`));

/** An attribute of HTML, as a page or JSX has it: `popover`, `enterKeyHint`. Events are attributes of JSX. */
export function newerAttribute(element: string, attribute: string): NewerFeature | undefined {
  if (/^on[A-Z]/.test(attribute)) return newerEvent(attribute.slice(2).toLowerCase());
  const name = attribute.toLowerCase();
  const { elements = {}, global_attributes = {} } = html as Record<string, Identifier>;
  return newerInAll([
    [`html.global_attributes.${name}`, global_attributes[name]],
    ...(element === '*' ? Object.keys(elements) : [element]).map(
      (tag): Named => [`html.elements.${tag}.${name}`, elements[tag]?.[name]],
    ),
  ]);
}

/** The interfaces of the objects that have a global name. */
const INTERFACES: Readonly<Record<string, string>> = {
  navigator: 'Navigator',
  document: 'Document',
  performance: 'Performance',
  history: 'History',
  crypto: 'Crypto',
  caches: 'CacheStorage',
  indexedDB: 'IDBFactory',
};

const INTERFACES_OF_OBJECTS = [
  ...Object.entries(api).map(([type, entry]) => [`api.${type}`, entry] as const),
  ...[...Object.entries(builtins), ...Object.entries(builtins.Intl ?? {})].map(
    ([type, entry]) => [`javascript.builtins.${type}`, entry] as const,
  ),
];

const byName = (owners: typeof INTERFACES_OF_OBJECTS) =>
  Map.groupBy(
    owners.flatMap(([owner, entry]) =>
      Object.entries(entry).map(
        ([name, member]): Named => [`${owner}.${name}`, member as Identifier],
      ),
    ),
    ([feature]) => feature.slice(feature.lastIndexOf('.') + 1),
  );

const membersByName = byName(
  // An event comes to a listener of an older object.
  INTERFACES_OF_OBJECTS.filter(
    ([owner, entry]) => owner.endsWith('Event') || !newerInAll([[owner, entry as Identifier]]),
  ),
);
const allMembersByName = byName(INTERFACES_OF_OBJECTS);
const allMembers = (name: string): readonly Named[] => allMembersByName.get(name) ?? [];

/** What a value of a stylesheet consists of: `auto`, `color-mix`, `lh`. */
export type ValueParts = Readonly<
  Record<'keywords' | 'functions' | 'relativeColors' | 'units', readonly string[]>
>;

/** What is newer in a declaration of a stylesheet. */
export function newerInDeclaration(
  property: string,
  { keywords, functions, relativeColors, units }: ValueParts,
): NewerFeature[] {
  const { [property]: entry } = css.properties as Identifier;
  const types = css.types as Identifier;
  const ownOf = (word: string): Named => [`css.properties.${property}.${word}`, entry?.[word]];
  // A word of a shorthand is one of its parts. Others than all engines have are not meant.
  const ofParts = (word: string): readonly Named[] =>
    Object.entries(css.properties ?? {})
      .filter(
        ([name, part]) =>
          name.startsWith(`${property}-`) && !lackedBy(part as Identifier).includes(IN_NO_VERSION),
      )
      .map(([name, part]): Named => [`css.properties.${name}.${word}`, (part as Identifier)[word]]);
  return [
    newerInAll([[`css.properties.${property}`, entry]]),
    ...keywords.map((word) => newerInAll([ownOf(word)]) ?? newerInAll(ofParts(word))),
    ...keywords.map((word) => newerInAll([[`css.types.env.${word}`, types.env?.[word]]])),
    ...functions.map((name) => newerFunction(name, ownOf(name), SHAPED.has(property))),
    ...relativeColors.map((name) =>
      newerInAll([
        [`css.types.color.${name}.relative_syntax`, types.color?.[name]?.relative_syntax],
      ]),
    ),
    ...units.map((unit) => newerInAll([[`css.types.length.${unit}`, types.length?.[unit]]])),
  ].filter((one) => one !== undefined);
}

/** Properties whose functions are shapes; `rect()` of `clip` is another, and older. */
const SHAPED = new Set(['clip-path', 'offset-path', 'shape-outside']);

/** A type of values can have the name of one of its functions: `color()`. */
function newerFunction(name: string, own: Named, isShape: boolean): NewerFeature | undefined {
  const types = css.types as Identifier;
  const ofType = ([type]: readonly [string, unknown]) => !(isShape && type === 'shape');
  const named = Object.entries(types)
    .filter(ofType)
    .flatMap(([type, entry]): Named[] => {
      const kinds = entry as Identifier;
      // A keyword can have the name of a function.
      const one = kinds[`${name}-function`] ? `${name}-function` : name;
      return [[`css.types.${type}.${one}`, kinds[one]]];
    });
  const functions = named.filter(([, entry]) => entry?.__compat);
  return newerInAll(functions.length > 0 ? functions : [own, [`css.types.${name}`, types[name]]]);
}

/** A property by its name in a stylesheet or a script: `text-box-trim`, `textBoxTrim`. */
export function newerDeclaration(name: string): NewerFeature | undefined {
  const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return newerInAll([[`css.properties.${property}`, css.properties?.[property]]]);
}

/** A part of a selector by its name: `has`, `nth-child.of_syntax`. */
export const newerSelector = (name: string): NewerFeature | undefined =>
  newerInAll([
    [
      `css.selectors.${name}`,
      name.split('.').reduce<Entry>((entry, part) => entry?.[part], css.selectors),
    ],
  ]);

/** A rule, or a part of its condition: `starting-style`; `media`, `prefers-reduced-transparency`. */
export const newerRule = (name: string, part?: string): NewerFeature | undefined => {
  const rule = (css['at-rules'] as Identifier)[name];
  return part === undefined
    ? newerInAll([[`css.at-rules.${name}`, rule]])
    : newerInAll(
        Object.entries(rule ?? {})
          // `style()` of a container query is `style_queries_for_custom_properties`.
          .filter(([one]) => one === part || one.startsWith(`${part}_queries`))
          .map(([one, entry]): Named => [`css.at-rules.${name}.${one}`, entry as Identifier]),
      );
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
      return has ? [] : [`${browsers[engine].name} ${first ?? IN_NO_VERSION}`];
    })
    .join(', ');
}
