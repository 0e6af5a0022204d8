import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { SyncTransformer } from '@jest/transform';
import { COMPILE_ENV, swcOptions } from '@portal/delivery-builder/workspace/swc-options';
import type { Options } from '@swc/core';
import { createTransformer } from '@swc/jest';

/** Compiles our sources with the build's swc options, and ES modules of packages to CommonJS. */

type SwcTransformer = Required<Pick<SyncTransformer, 'process' | 'getCacheKey'>>;

const compile = (options: Options) => createTransformer(options as never) as SwcTransformer;
const withMacros = compile(swcOptions({ macros: true, keepTexts: true }));
const withoutMacros = compile(swcOptions({ macros: false }));
const packages = compile({
  swcrc: false,
  configFile: false,
  env: COMPILE_ENV,
  jsc: { parser: { syntax: 'ecmascript' } },
});

function transformerFor(source: string, file: string): SwcTransformer | undefined {
  if (!file.includes(`${path.sep}node_modules${path.sep}`)) {
    return /@lingui\/(core|react)\/macro/.test(source) ? withMacros : withoutMacros;
  }
  return isEsModule(source, file) || importsInScript(source) ? packages : undefined;
}

function isEsModule(source: string, file: string): boolean {
  if (file.endsWith('.cjs')) return false;
  if (file.endsWith('.mjs') || packageType(path.dirname(file)) === 'module') return true;
  // Some packages contain ES modules as .js without `type: module` in their package.json.
  return /^\s*(import\s*[\w{*'"]|export\s+[\w{*]|export\{)/m.test(source);
}

/** Whether a CommonJS file has `import()`, which Jest cannot run and which compiles to `require()`. */
function importsInScript(source: string): boolean {
  // Strict scripts only, because compiling makes a file strict.
  return /^\s*['"]use strict['"]/.test(source) && /\bimport\(/.test(source);
}

const typeOfFolder = new Map<string, string | undefined>();

/** The `type` of the nearest package.json, by which Node decides. */
function packageType(folder: string): string | undefined {
  if (typeOfFolder.has(folder)) return typeOfFolder.get(folder);
  const manifest = path.join(folder, 'package.json');
  const parent = path.dirname(folder);
  let type: string | undefined;
  if (existsSync(manifest)) type = JSON.parse(readFileSync(manifest, 'utf8')).type;
  else if (parent !== folder) type = packageType(parent);
  typeOfFolder.set(folder, type);
  return type;
}

const transformer: SyncTransformer = {
  process(source, file, options) {
    return transformerFor(source, file)?.process(source, file, options) ?? { code: source };
  },
  getCacheKey(source, file, options) {
    return (
      transformerFor(source, file)?.getCacheKey(source, file, options) ??
      createHash('sha1').update('untouched').update(source).digest('hex')
    );
  },
};

export default transformer;
