import { join } from 'node:path';
import { buildSync } from 'esbuild';

/**
 * The boot script as it stands in the page: boot.ts with what it imports, bundled and minified.
 * esbuild writes ASCII and escapes `</script`, which would end the page's script element.
 *
 * @throws Error with the compiler's messages when it does not compile
 */
export const bootScript = (): string => bundled('boot.ts');

/**
 * The service worker, bundled and minified.
 * @throws Error with the compiler's messages when it does not compile
 */
export const workerScript = (): string => bundled('worker/worker.ts');

function bundled(file: string): string {
  const entry = join(import.meta.dirname, file);
  const { outputFiles } = buildSync({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'silent',
  });
  return (outputFiles[0]?.text ?? '').trim();
}
