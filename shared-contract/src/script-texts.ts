import type { Locale } from './locale.ts';

/**
 * The name of a file of texts. `main.0123456789.js` has `main.0123456789.ja.abcdef0123.json` beside it
 * (docs/decisions/0003-how-a-page-starts.md).
 */
const TEXTS_NAME = /\.(ja|en)\.[0-9a-f]{10}\.json$/;

/** The texts of a script in a language, among these files; undefined for a script that has none. */
export function textsOfScript(
  script: string,
  locale: Locale,
  files: Iterable<string>,
): string | undefined {
  if (!script.endsWith('.js')) return undefined;
  const start = script.replace(/js$/, `${locale}.`);
  for (const file of files) if (file.startsWith(start) && TEXTS_NAME.test(file)) return file;
  return undefined;
}

/** The language of a file of texts; undefined for any other file. */
export const localeOfTexts = (file: string): Locale | undefined =>
  TEXTS_NAME.exec(file)?.[1] as Locale | undefined;

/** The script that a file of texts stands beside; any other file itself. */
export const scriptOfTexts = (file: string): string => file.replace(TEXTS_NAME, '.js');
