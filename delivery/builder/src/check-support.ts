import { readdir, readFile } from 'node:fs/promises';
import { createRequire, SourceMap } from 'node:module';
import { join, relative, resolve } from 'node:path';
import type { CompatData, Identifier } from '@mdn/browser-compat-data';
import { type MemberExpression, type Node, parse } from 'acorn';
import { fullAncestor } from 'acorn-walk';
import postcss, { type ChildNode } from 'postcss';
import { undefinedIfMissing } from './release-folder.ts';
import { compareVersions, oldestBrowsers } from './workspace/oldest-browsers.ts';
import { type DeliveredPackage, IS_KIT, ROOT, WORKSPACE } from './workspace/packages.ts';

/** A place in a built file; lines begin at 1 and columns at 0. */
type Place = { readonly line: number; readonly column: number };
/** A feature that a supported browser lacks, as MDN's data names it: `api.URL.parse_static`. */
type Newer = { readonly feature: string; readonly place: Place };

/** The newest syntax that every browser of `.browserslistrc` has. */
const SYNTAX = 2022;

/**
 * Checks that the built scripts and stylesheets need nothing that one of the browsers of `.browserslistrc` lacks
 * (docs/browsers.md).
 * @param folder a finished build; the scripts have their source maps beside them
 */
export async function checkSupport(pkg: DeliveredPackage, folder: string): Promise<void> {
  const lines: string[] = [];
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const newerIn = name.endsWith('.js') ? newerInScript : name.endsWith('.css') && newerInStyles;
    if (!newerIn) continue;
    const found = newerIn(await readFile(file, 'utf8')).filter(
      ({ feature }) => !Object.keys(ALLOWED_FEATURES).some((one) => isWithin(feature, one)),
    );
    if (found.length === 0) continue;
    const json = await undefinedIfMissing(readFile(`${file}.map`, 'utf8'));
    const map = json === undefined ? undefined : new SourceMap(JSON.parse(json));
    for (const { feature, place } of found) {
      const source = map && sourceOf(map, place, pkg.folder);
      lines.push(`${source ?? `${name}:${place.line}:${place.column + 1}`}: ${feature}`);
    }
  }
  if (lines.length === 0) return;
  throw new Error(
    [
      'Supported browsers (.browserslistrc) lack what these lines use:',
      ...new Set(lines),
      `Ask for it first (\`in\`, \`typeof\`, \`?.\`, \`@supports\`), do without it, or ${IS_KIT ? 'ask the team of the portal to allow it' : 'give a reason in ALLOWED_FEATURES in delivery/builder/src/check-support.ts'}.`,
    ].join('\n'),
  );
}

const isWithin = (feature: string, allowed: string) => `${feature}.`.startsWith(`${allowed}.`);

function sourceOf(map: SourceMap, { line, column }: Place, folder: string): string | undefined {
  const origin = map.findOrigin(line, column + 1);
  if (!('fileName' in origin)) return undefined;
  // `webpack://shell/./src/main.tsx`; esbuild's are relative to the root.
  const [, path] = /^webpack:\/\/[^/]*\/(.*)$/.exec(origin.fileName) ?? [];
  const source = path === undefined ? resolve(ROOT, origin.fileName) : resolve(folder, path);
  return `${relative(WORKSPACE, source)}:${origin.lineNumber}`;
}

/** Newer globals, members of globals and methods of any object that a script uses and never asks for. */
function newerInScript(code: string): Newer[] {
  let program: Node;
  try {
    program = parse(code, { ecmaVersion: SYNTAX, sourceType: 'script', locations: true });
  } catch (error) {
    const { message, loc } = error as SyntaxError & { readonly loc: Place };
    return [{ feature: `syntax: ${message}`, place: loc }];
  }
  const found: Newer[] = [];
  fullAncestor(program, (node, _, ancestors) => {
    if (node.type !== 'MemberExpression' || !node.loc) return;
    const { object, property, computed } = node as MemberExpression;
    if (computed || property.type !== 'Identifier') return;
    const { name } = property;
    const owner = object.type === 'Identifier' ? object.name : '';
    const parent = ancestors.at(-2) as (Node & { readonly callee?: Node }) | undefined;
    const isCalled = parent?.callee === node;
    const feature = GLOBAL_OBJECTS.has(owner)
      ? isCalled && newerGlobal(name)
      : /^[A-Z]\w{2}/.test(owner)
        ? newerStatic(owner, name)
        : isCalled && newerMethod(name);
    if (feature && !asksFor(code, name)) found.push({ feature, place: node.loc.start });
  });
  return found;
}

const GLOBAL_OBJECTS = new Set(['window', 'self', 'globalThis']);

/** Whether the script asks anywhere for what has this name: by `typeof`, `in` or `?.`, or reads it without a call. */
const asksFor = (code: string, name: string): boolean =>
  [
    `typeof [\\w.]*\\b${name}\\b`,
    `["'\`]${name}["'\`]\\s*in\\b`,
    `\\?\\.${name}\\b`,
    `\\.${name}(?![\\w$.([])`,
  ]
    .map((pattern) => new RegExp(pattern))
    .some((pattern) => pattern.test(code));

function newerInStyles(text: string): Newer[] {
  const found: Newer[] = [];
  postcss.parse(text).walk((node) => {
    const place = node.source?.start;
    if (!place || isInSupports(node)) return;
    const named =
      node.type === 'decl' && !/^-\w/.test(node.prop)
        ? [['properties', node.prop] as const]
        : node.type === 'atrule'
          ? [['at-rules', node.name] as const]
          : node.type === 'rule'
            ? pseudosOf(node.selector).map((name) => ['selectors', name] as const)
            : [];
    for (const [kind, name] of named) {
      const feature = newer([
        [`css.${kind}.${name}`, (css[kind] as Identifier)[name] as Identifier],
      ]);
      if (feature) found.push({ feature, place });
    }
  });
  return found;
}

/** In `:is()` and `:where()` a browser skips what it does not know. */
const pseudosOf = (selector: string): string[] =>
  [
    ...selector
      .replace(/\\./g, '')
      .replace(/:(is|where)\([^()]*\)/g, '')
      .matchAll(/::?([a-z][a-z-]*)/g),
  ].map(([, name = '']) => name);

function isInSupports({ parent }: ChildNode): boolean {
  if (!parent || parent.type === 'root' || parent.type === 'document') return false;
  if (parent.type === 'atrule' && 'name' in parent && parent.name === 'supports') return true;
  return isInSupports(parent as ChildNode);
}

/** MDN's data: https://github.com/mdn/browser-compat-data */
const { api, javascript, css } = createRequire(import.meta.url)(
  '@mdn/browser-compat-data',
) as CompatData;
const { builtins } = javascript as { builtins: Identifier };
type Named = readonly [feature: string, entry: Identifier | undefined];

const newerGlobal = (name: string) =>
  newer([
    [`api.${name}`, api[name]],
    [`api.Window.${name}`, api.Window?.[name]],
    [`javascript.builtins.${name}`, builtins[name]],
  ]);

const newerStatic = (owner: string, name: string) =>
  newer([
    [`api.${owner}.${name}_static`, api[owner]?.[`${name}_static`]],
    [`javascript.builtins.${owner}.${name}`, builtins[owner]?.[name]],
  ]);

/** Newer where it is so for every object: those of newer interfaces come from a newer member themselves. */
const newerMethod = (name: string) => newer(METHODS.get(name) ?? []);

/** By the names in the statement. */
const ENGINES = {
  chrome: 'chrome',
  firefox: 'firefox',
  safari: 'safari',
  ios: 'safari_ios',
} as const;
const OLDEST = oldestBrowsers();

/** The first of the features, if each of those that the data has is newer than a supported browser. */
function newer(named: readonly Named[]): string | undefined {
  const known = named.filter(([, entry]) => entry?.__compat);
  return known.every(([, entry]) => isNewer(entry)) ? known[0]?.[0] : undefined;
}

function isNewer(entry: Identifier | undefined): boolean {
  const support = entry?.__compat?.support ?? {};
  return Object.entries(ENGINES).some(([name, engine]) => {
    const statements = [support[engine] ?? []].flat();
    const added = statements
      .filter(
        ({ flags, version_removed: removed }) =>
          // A part of a feature gives place to the whole of it.
          !flags && (!removed || statements.some((next) => next.version_added === removed)),
      )
      .map(({ version_added }) => String(version_added).replace('≤', ''));
    return !added.some(
      (since) => /^\d/.test(since) && compareVersions(since, OLDEST[name] ?? '') <= 0,
    );
  });
}

const METHODS = Map.groupBy(
  [
    ...Object.entries(api).map(([type, entry]): Named => [`api.${type}`, entry as Identifier]),
    ...Object.entries(builtins).map(
      ([type, entry]): Named => [`javascript.builtins.${type}`, entry as Identifier],
    ),
  ]
    .filter(([, entry]) => !isNewer(entry))
    .flatMap(([owner, entry]) =>
      Object.entries(entry ?? {}).map(
        ([name, member]): Named => [`${owner}.${name}`, member as Identifier],
      ),
    ),
  ([feature]) => feature.slice(feature.lastIndexOf('.') + 1),
);

/** Newer features that may stay as they are, each with the reason why the page works without it. */
const ALLOWED_FEATURES: Readonly<Record<string, string>> = {
  'api.Document.startViewTransition':
    'React catches what it throws; our own use and the router ask for it.',
  'api.HTMLElement.hidePopover': 'A polyfill stands in (shell/src/panels/popover-polyfill.ts).',
  'api.MediaSource.handle': 'A method of our own page keeper.',
  'api.Window.cancelIdleCallback':
    'requestIdleCallback, which comes with it in every browser, is asked for before.',
  'javascript.builtins.Iterator.take': 'A method of our own cache.',
  'javascript.builtins.Iterator.toArray': 'Children.toArray of React.',
  'css.properties.cursor': 'A phone has no cursor.',
  'css.properties.resize': 'A phone has no handle; the field scrolls.',
  'css.properties.scrollbar-width': 'The scroll bar is as wide as elsewhere.',
  'css.properties.scrollbar-gutter':
    'The page moves by the width of a scroll bar where a dialog opens; phones have none.',
  'css.properties.forced-color-adjust':
    'For the forced colours of Windows, which Safari does not run on.',
  'css.properties.overflow-clip-margin':
    'The ring of the focus in a card ends where its place does.',
  'css.properties.text-wrap': 'Headings have lines of unequal length.',
  'css.selectors.selection': 'Selected text has the colours of the system.',
  'css.selectors.has':
    'A chosen card has its radio button alone, a print the whole page, the page scrolls behind the menu, and the header has a ground.',
};
