import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Locale } from '@portal/shared-contract';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Both languages. */
export const LOCALES: readonly Locale[] = ['ja', 'en'];

/** The path of a route in a language (product §1.14). */
export function localePath(locale: Locale, path: `/${string}`): string {
  if (locale === 'ja') return path;
  return path === '/' ? '/en' : `/en${path}`;
}

/**
 * The portal's text in a language, by the English text in its source; `values` fill the placeholders.
 * Tests name what an English member sees and hold for the Japanese member too.
 * @throws Error for a text that no catalog has, or that is not translated
 */
export function translate(
  locale: Locale,
  english: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  japanese ??= readCatalogs();
  const text = locale === 'en' ? english : japanese.get(english);
  if (!text || !japanese.has(english)) throw new Error(`No catalog has “${english}” in ${locale}.`);
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? `{${name}}`));
}

let japanese: Map<string, string> | undefined;

function readCatalogs(): Map<string, string> {
  const files = globSync('{shell,shared-*,mfe-*}/src/**/locales/ja.po', { cwd: ROOT });
  return new Map(files.flatMap((file) => entriesOf(readFileSync(join(ROOT, file), 'utf8'))));
}

/** The pairs of `msgid "…"` and `msgstr "…"`, with the continued lines of the PO format. */
function entriesOf(po: string): [string, string][] {
  const quoted = '((?:"(?:[^"\\\\]|\\\\.)*"\\s*)+)';
  const entries = po.matchAll(new RegExp(`^msgid ${quoted}^msgstr ${quoted}`, 'gm'));
  const joined = (lines = '') =>
    [...lines.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([line]) => JSON.parse(line) as string).join('');
  return [...entries].map(([, id, text]) => [joined(id), joined(text)]);
}
