import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { oldestBrowsers } from './workspace/oldest-browsers.ts';
import { ROOT } from './workspace/packages.ts';

/** A script that stands alone, and its source map as JSON; the sources' paths are from the root. */
export type BundledScript = { readonly code: string; readonly map: string };

/** esbuild does not name Samsung Internet, whose engine is Chrome's. */
const TARGETS = Object.entries(oldestBrowsers())
  .filter(([name]) => name !== 'samsung')
  .map((browser) => browser.join(''));

/**
 * A script of the page that no webpack build has, bundled and minified. esbuild writes ASCII and escapes `</script`,
 * which would end the page's script element.
 * @param file below delivery/page/src: `boot/boot.ts`
 */
export function bundledScript(file: string): BundledScript {
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
