import { glob, readdir, readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { type DeliveredPackage, IS_KIT, ROOT, WORKSPACE } from '../workspace/packages.ts';
import { undefinedIfMissing } from '../workspace/undefined-if-missing.ts';
import { ALLOWED_FEATURES } from './allowed-features.ts';
import type { NewerFeature } from './features.ts';
import { newerInHtml } from './html-features.ts';
import { newerInScript, type Place } from './script-features.ts';
import { newerInStyles } from './style-features.ts';

type Use = NewerFeature & { readonly source: string };

/**
 * Checks that the built scripts and stylesheets need nothing that one of the browsers of `.browserslistrc` lacks
 * (docs/browsers.md).
 * @param folder a finished build; the scripts have their source maps beside them
 * @throws Error that names each newer feature with the place in its source
 */
export async function checkSupport(pkg: DeliveredPackage, folder: string): Promise<void> {
  const files = await readdir(folder);
  const uses = await Promise.all(
    files.map((file) =>
      file.endsWith('.js')
        ? usesOfScript(pkg, join(folder, file))
        : file.endsWith('.css')
          ? usesOfStyles(pkg, join(folder, file))
          : file.endsWith('.txt')
            ? usesOfHtml(join(folder, file))
            : [],
    ),
  );
  const lines = uses
    .flat()
    .filter((use) => !isAllowed(use))
    .map(({ feature, since, source }) => `${source}: ${feature} needs ${since}`);
  if (lines.length === 0) return;
  throw new Error(
    [
      'Supported browsers (.browserslistrc) lack what these lines use:',
      ...new Set(lines),
      `Ask for it first (\`in\`, \`typeof\`, \`?.\`, \`@supports\`), do without it, or ${IS_KIT ? 'ask the team of the portal to allow it' : 'give a reason in delivery/builder/src/support/allowed-features.ts'}.`,
    ].join('\n'),
  );
}

/** Whether it may stay as it is (allowed-features.ts). */
export const isAllowed = (use: Use): boolean =>
  ALLOWED_FEATURES.some(
    ({ feature, source = '' }) =>
      `${use.feature}.`.startsWith(`${feature}.`) && use.source.startsWith(source),
  );

async function usesOfScript(pkg: DeliveredPackage, file: string): Promise<Use[]> {
  const found = newerInScript(await readFile(file, 'utf8'));
  if (found.length === 0) return [];
  const json = await undefinedIfMissing(readFile(`${file}.map`, 'utf8'));
  const map = json === undefined ? undefined : new SourceMap(JSON.parse(json));
  return found.map(({ place, ...feature }) => ({
    ...feature,
    source:
      (map && sourceOf(map, place, pkg.folder)) ?? `${file}:${place.line}:${place.column + 1}`,
  }));
}

function sourceOf(map: SourceMap, { line, column }: Place, folder: string): string | undefined {
  const origin = map.findOrigin(line, column + 1);
  if (!('fileName' in origin)) return undefined;
  // `webpack://shell/./src/main.tsx`; esbuild's are relative to the root.
  const [, path] = /^webpack:\/\/[^/]*\/(.*)$/.exec(origin.fileName) ?? [];
  const source = path === undefined ? resolve(ROOT, origin.fileName) : resolve(folder, path);
  return `${relative(WORKSPACE, source)}:${origin.lineNumber}`;
}

/** The skeleton and the first views, whose lines are those of their own files. */
const usesOfHtml = async (file: string): Promise<Use[]> =>
  newerInHtml(await readFile(file, 'utf8')).map(({ place, ...feature }) => ({
    ...feature,
    source: `${file}:${place.line}`,
  }));

/** Panda keeps no places: a feature is where a source has its name. */
async function usesOfStyles(pkg: DeliveredPackage, file: string): Promise<Use[]> {
  const found = newerInStyles(await readFile(file, 'utf8'));
  return Promise.all(
    found.map(async (feature) => ({
      ...feature,
      source: (await styleSourceOf(pkg, feature)) ?? file,
    })),
  );
}
async function styleSourceOf(
  { folder }: DeliveredPackage,
  { feature }: NewerFeature,
): Promise<string | undefined> {
  const [, kind, ...names] = feature.split('.');
  const name = (kind === 'properties' ? names[0] : names.at(-1)) ?? '';
  const inScript = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const pattern = new RegExp(`(?<![a-z-])(${name}|${inScript})(?![\\w-])`, 'i');
  for (const part of [folder, join(ROOT, 'shared-ui')]) {
    for await (const path of glob('src/**/*.{ts,tsx,css}', { cwd: part })) {
      const lines = (await readFile(join(part, path), 'utf8')).split('\n');
      const line = lines.findIndex((text) => pattern.test(text));
      if (line >= 0) return `${relative(WORKSPACE, join(part, path))}:${line + 1}`;
    }
  }
  return undefined;
}
