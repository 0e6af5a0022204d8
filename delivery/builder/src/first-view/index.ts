import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FirstHeaders } from '@portal/delivery-model/page/first-view/header';
import type { Locale } from '@portal/shared-contract';
import { HEADER_IDS } from '@portal/shared-contract/first-view';
import { transform } from '@swc/core';
import { build, type Plugin } from 'esbuild';
import { compiledCatalog } from '../compiled-catalog.ts';
import { writeHashed } from '../release-folder.ts';
import { CACHE, type DeliveredPackage, ROOT } from '../workspace/packages.ts';
import { swcOptions } from '../workspace/swc-options.ts';
import type { drawFirstViews } from './draw.tsx';
import { firstViewMarkup } from './first-view-markup.ts';

type BuiltFirstView = {
  readonly visitor: 'member' | 'stranger';
  /** The absolute paths of the modules that the screen imports next. */
  readonly next: readonly string[];
} & Readonly<Record<Locale, string>>;

export type BuiltFirstViews = {
  readonly views: Readonly<Record<string, BuiltFirstView>>;
  readonly headers?: string;
};

/**
 * Draws the first views of a package, `src/first-views.tsx`, in both languages and writes each into a
 * file of the build. They run in Node: the build puts the few things of a browser that components read
 * while they draw in place (browser.ts).
 */
export async function buildFirstViews(
  pkg: DeliveredPackage,
  buildFolder: string,
  isDraft = false,
): Promise<BuiltFirstViews> {
  const source = join(pkg.folder, 'src/first-views.tsx');
  if (!existsSync(source)) return { views: {} };
  const { views, headers } = await drawnViews(pkg, source, isDraft);
  const built: Record<string, BuiltFirstView> = {};
  for (const { path, visitor, next, ja, en } of views) {
    built[path] = {
      visitor,
      next: next.map((module) => join(pkg.folder, 'src', module)),
      ja: await write(buildFolder, `${path} ja`, firstViewMarkup(ja)),
      en: await write(buildFolder, `${path} en`, firstViewMarkup(en)),
    };
  }
  if (headers.length === 0) return { views: built };
  const drawn = headers.map(({ ja, en, ...header }) => ({
    ...header,
    ja: firstViewMarkup(ja, HEADER_IDS),
    en: firstViewMarkup(en, HEADER_IDS),
  })) satisfies FirstHeaders;
  return { views: built, headers: await write(buildFolder, 'headers', JSON.stringify(drawn)) };
}

const write = (folder: string, name: string, text: string): Promise<string> =>
  writeHashed(folder, `first-view.${name.split(/\W+/).filter(Boolean).join('-')}`, 'txt', text);

type Drawn = ReturnType<typeof drawFirstViews>;

async function drawnViews(pkg: DeliveredPackage, source: string, isDraft: boolean): Promise<Drawn> {
  const folder = join(CACHE, 'first-views');
  await mkdir(folder, { recursive: true });
  const target = join(folder, `${pkg.name}-${process.pid}-${Date.now()}.mjs`);
  const catalog = (locale: Locale) =>
    [join(ROOT, 'shared-i18n'), join(ROOT, 'shared-ui'), pkg.folder]
      .map((folder) => join(folder, `src/locales/${locale}.po`))
      .map((file) => `...(await import(${JSON.stringify(file)})).messages`)
      .join(', ');
  const contents = [
    `import * as drawings from ${JSON.stringify(source)};`,
    `import { drawFirstViews } from ${JSON.stringify(join(import.meta.dirname, 'draw.tsx'))};`,
    `import { authStore, state } from ${JSON.stringify(join(ROOT, 'shared-auth/src/atoms.ts'))};`,
    'const setMember = (isThere) => authStore.set(state.isLogin, isThere);',
    `const catalogs = { ja: { ${catalog('ja')} }, en: { ${catalog('en')} } };`,
    'const { firstViews: views, headers = [] } = drawings;',
    'export const drawn = drawFirstViews({ views, headers }, { catalogs, setMember });',
  ].join('\n');
  try {
    await build({
      stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts' },
      outfile: target,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node24',
      jsx: 'automatic',
      logLevel: 'silent',
      inject: [join(import.meta.dirname, 'browser.ts')],
      define: { 'process.env.NODE_ENV': '"production"' },
      // React's server is CommonJS and takes modules of Node.
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
      plugins: [catalogs, macros(isDraft)],
    });
    return ((await import(pathToFileURL(target).href)) as { drawn: Drawn }).drawn;
  } finally {
    await rm(target, { force: true });
  }
}

const catalogs: Plugin = {
  name: 'catalogs',
  setup({ onLoad }) {
    onLoad({ filter: /\.po$/ }, async ({ path }) => {
      const messages = JSON.stringify(await compiledCatalog(path));
      return { contents: `export const messages = ${messages};`, loader: 'js' };
    });
  },
};

/** Compiles the sources with Lingui's macros as the build does; esbuild compiles the others itself. */
const macros = (keepTexts: boolean): Plugin => ({
  name: 'macros',
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      if (!/@lingui\/(core|react)\/macro/.test(source)) return undefined;
      const { code } = await transform(source, {
        ...swcOptions({ keepTexts }),
        filename: path,
      });
      return { contents: code, loader: 'js' };
    });
  },
});
