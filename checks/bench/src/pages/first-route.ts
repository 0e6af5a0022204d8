import { withTexts } from '@portal/delivery-model/release-files';
import { LOCALES } from '@portal/e2e/support/labels';
import { builtRelease, PACKAGES } from '@portal/e2e/support/routes';
import type { BenchPage } from './targets.ts';

/** Scripts that a browser without a cache downloads to show a route, as the gate counts them. */
export type FirstRouteScripts = { readonly path: string; readonly bytes: number };

/** Counts the scripts of pages: of the shell, of the owning part and its screen, as brotli. */
export async function firstRouteScripts(pages: readonly BenchPage[]): Promise<FirstRouteScripts[]> {
  const shell = await builtRelease('shell');
  const parts = await Promise.all(PACKAGES.map(builtRelease));
  return pages.map(({ path }) => {
    const barePath = path.replace(/^\/en(?=\/)/, '');
    const part = parts.find(({ rows }) => barePath in rows);
    const row = part?.rows[barePath];
    if (!part || !row) throw new Error(`No release has the route ${barePath}.`);
    const shared = (row.consumes ?? []).flatMap((key) => shell.lazyShared[key] ?? []);
    const bytes = LOCALES.map((locale) => {
      const own = withTexts(part, [...part.scripts, ...row.files], locale);
      const ofShell = withTexts(shell, [...shell.scripts, ...shared], locale);
      return total(part.files, own) + total(shell.files, ofShell);
    });
    return { path: barePath, bytes: Math.max(...bytes) };
  });
}

const total = (
  files: Readonly<Record<string, { readonly brotli: number }>>,
  names: readonly string[],
): number => [...new Set(names)].reduce((sum, name) => sum + (files[name]?.brotli ?? 0), 0);
