import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { oldestBrowsers } from './workspace/oldest-browsers.ts';
import { ROOT } from './workspace/packages.ts';

/** A script that stands alone, and its source map as JSON; the sources' paths are from the root. */
export type BundledScript = { readonly code: string; readonly map: string };

/**
 * The boot script as it stands in the page: boot.ts with what it imports, bundled and minified.
 * esbuild writes ASCII and escapes `</script`, which would end the page's script element.
 *
 * @throws Error with the compiler's messages when it does not compile
 */
export const bootScript = (): BundledScript => bundled('boot/boot.ts');

/**
 * The first of the shell's scripts, bundled and minified: what the page does before React beside its boot script.
 * @throws Error with the compiler's messages when it does not compile
 */
export const beforeReactScript = (): BundledScript => bundled('boot/before-react.ts');

/**
 * The service worker, bundled and minified.
 * @throws Error with the compiler's messages when it does not compile
 */
export const workerScript = (): BundledScript => bundled('offline/worker.ts');

/** esbuild does not name Samsung Internet, whose engine is Chrome's. */
const TARGETS = Object.entries(oldestBrowsers())
  .filter(([name]) => name !== 'samsung')
  .map((browser) => browser.join(''));

function bundled(file: string): BundledScript {
  const { outputFiles } = buildSync({
    entryPoints: [join(ROOT, 'delivery/page/src', file)],
    bundle: true,
    minify: true,
    write: false,
    outfile: join(ROOT, 'script.js'),
    sourcemap: 'external',
    sourcesContent: false,
    format: 'iife',
    target: TARGETS,
    legalComments: 'none',
    logLevel: 'silent',
  });
  const [map, code] = outputFiles;
  return { code: (code?.text ?? '').trim(), map: map?.text ?? '' };
}
