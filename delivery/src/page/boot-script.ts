import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from '@swc/core';

/** The boot script as it stands in the page: `boot.ts`, compiled and minified. */
export function bootScript(): string {
  const file = join(import.meta.dirname, 'boot.ts');
  const { code } = transformSync(readFileSync(file, 'utf8'), {
    filename: file,
    swcrc: false,
    isModule: true,
    minify: true,
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript' },
      minify: { compress: { passes: 2, module: true }, mangle: true, format: { comments: false } },
    },
  });
  // An inline script is no module; the compiler's empty export would stop it.
  const script = code.replace(/export\s*\{\s*\};?/g, '').trim();
  if (script.includes('</script')) throw new Error(`${file} would end its own script element.`);
  return script;
}
