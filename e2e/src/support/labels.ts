import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Locale } from '@portal/shared-contract';
import { inMembersEnglish } from '@portal/shared-contract/pass-name';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Both languages. */
export const LOCALES: readonly Locale[] = ['ja', 'en'];

/** The path of a route in a language. */
export function localePath(locale: Locale, path: `/${string}`): string {
  if (locale === 'ja') return path;
  return path === '/' ? '/en' : `/en${path}`;
}

/**
 * The portal's text in a language, by the English text in its source; `values` fill the placeholders.
 * Tests name what an English member sees and hold for the Japanese member too.
 * @param from the package whose text it is, where packages translate it in several ways
 * @throws Error for a text that no catalog has, that is not translated, or that has several translations
 */
export function translate(
  locale: Locale,
  english: string,
  values: Readonly<Record<string, string | number>> = {},
  from = '{shell,shared-*,mfe-*}',
): string {
  japanese[from] ??= readCatalogs(from);
  const known = japanese[from].get(english);
  if (!known) throw new Error(`No catalog of ${from} has “${english}” in both languages.`);
  if (known.size > 1) throw new Error(`“${english}” has several translations: name its package.`);
  const [text = ''] = locale === 'en' ? [inMembersEnglish(english)] : known;
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? `{${name}}`));
}

type Catalog = Map<string, Set<string>>;
const japanese: Record<string, Catalog> = {};

function readCatalogs(from: string): Catalog {
  const catalog: Catalog = new Map();
  for (const file of globSync(`${from}/src/locales/ja.po`, { cwd: ROOT })) {
    for (const [english, text] of entriesOf(readFileSync(join(ROOT, file), 'utf8'))) {
      if (text) catalog.set(english, (catalog.get(english) ?? new Set()).add(text));
    }
  }
  return catalog;
}

/** The pairs of `msgid "…"` and `msgstr "…"`, with the continued lines of the PO format. */
function entriesOf(po: string): [string, string][] {
  const quoted = '((?:"(?:[^"\\\\]|\\\\.)*"\\s*)+)';
  const entries = po.matchAll(new RegExp(`^msgid ${quoted}^msgstr ${quoted}`, 'gm'));
  const joined = (lines = '') =>
    [...lines.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([line]) => JSON.parse(line) as string).join('');
  return [...entries].map(([, id, text]) => [joined(id), joined(text)]);
}
