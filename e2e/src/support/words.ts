import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Locale } from '@portal/shared-contract';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Both languages, in the order in which the journeys walk them. */
export const LOCALES: readonly Locale[] = ['ja', 'en'];

/** The address of a bare path of spec §2 in a language. */
export function at(locale: Locale, bare: `/${string}`): string {
  if (locale === 'ja') return bare;
  return bare === '/' ? '/en' : `/en${bare}`;
}

/**
 * What the portal says in a language for a text that its source writes in English; `values` fill the
 * braces. The journeys read as the English member sees them and hold for the Japanese one.
 *
 * @throws Error for a text that no catalog has, or has not translated.
 */
export function say(
  locale: Locale,
  english: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  japanese ??= readCatalogs();
  const text = locale === 'en' ? english : japanese.get(english);
  if (!text || !japanese.has(english))
    throw new Error(`No catalog says “${english}” in ${locale}.`);
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? `{${name}}`));
}

let japanese: Map<string, string> | undefined;

function readCatalogs(): Map<string, string> {
  const files = globSync('{shell,shared-*,mfe-*}/src/**/locales/ja.po', { cwd: ROOT });
  return new Map(files.flatMap((file) => entriesOf(readFileSync(join(ROOT, file), 'utf8'))));
}

/** `msgid "…"` and `msgstr "…"` with their continued lines, as PO writes them. */
function entriesOf(po: string): [string, string][] {
  const quoted = '((?:"(?:[^"\\\\]|\\\\.)*"\\s*)+)';
  const entries = po.matchAll(new RegExp(`^msgid ${quoted}^msgstr ${quoted}`, 'gm'));
  const joined = (lines = '') =>
    [...lines.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([line]) => JSON.parse(line) as string).join('');
  return [...entries].map(([, id, text]) => [joined(id), joined(text)]);
}
