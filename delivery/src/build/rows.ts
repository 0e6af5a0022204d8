import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  DEFAULT_GUARD,
  DEFAULT_LAYOUT,
  type Guard,
  type Layout,
  type RouteRow,
} from '@portal/shared-routing/rows';
import { transformSync } from '@swc/core';
import { CACHE, type DeliveredPackage } from './packages.ts';
import { swcOptions } from './swc-options.ts';

/** A route row at build time: plain data and the file of its screen. */
export type BuiltRow = {
  readonly path: string;
  readonly guard: Guard;
  readonly layout: Layout;
  readonly early?: readonly string[];
  /** The absolute path of the screen's module. */
  readonly screen: string;
};

/**
 * Reads a package's `src/routes.ts` by running it. The table is code, so that screens are typed,
 * but its rows contain nothing that needs a browser.
 *
 * @throws Error when a row's `lazy` is not `() => import('./…')`, or when two rows have the same
 * path
 */
export async function readRows(pkg: DeliveredPackage): Promise<BuiltRow[]> {
  const source = join(pkg.folder, 'src/routes.ts');
  const { code } = transformSync(readFileSync(source, 'utf8'), {
    ...swcOptions({ development: false }),
    filename: source,
  });
  const folder = join(CACHE, 'rows');
  mkdirSync(folder, { recursive: true });
  const target = join(folder, `${pkg.name}-${Date.now()}.mjs`);
  writeFileSync(target, code);
  const { rows } = (await import(pathToFileURL(target).href)) as {
    rows: readonly RouteRow[];
  };
  const seen = new Set<string>();
  return rows.map(({ path, guard = DEFAULT_GUARD, layout = DEFAULT_LAYOUT, early, lazy }) => {
    const request = /import\(\s*(?:\/\*.*?\*\/\s*)?["'](\.\/[^"']+)["']\s*\)/s.exec(
      String(lazy),
    )?.[1];
    if (!request) {
      throw new Error(`${source}: the row ${path} must load its screen by () => import('./…').`);
    }
    if (seen.has(path)) throw new Error(`${source}: two rows for ${path}.`);
    seen.add(path);
    return {
      path,
      guard,
      layout,
      ...(early ? { early } : {}),
      screen: resolve(source, '..', request),
    };
  });
}
