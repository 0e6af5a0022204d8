import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes the English catalog of each package: its texts are the keys of the Japanese one, which is tracked.
 * @param {string} root of the repository, or of a copy of it
 */
export function writeEnglishCatalogs(root) {
  /** @type {{ workspaces: string[] }} */
  const { workspaces } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  for (const folder of workspaces) {
    const locales = path.join(root, folder, 'src/locales');
    const japanese = path.join(locales, 'ja.po');
    if (!existsSync(japanese)) continue;
    const english = inEnglish(readFileSync(japanese, 'utf8'));
    const file = path.join(locales, 'en.po');
    if (!existsSync(file) || readFileSync(file, 'utf8') !== english) writeFileSync(file, english);
  }
}

/** @param {string} japanese */
function inEnglish(japanese) {
  const [head = '', ...entries] = japanese.trimEnd().split('\n\n');
  // Those that no source has any more.
  const used = entries.filter((entry) => !/^#~/m.test(entry));
  const texts = used.map((entry) =>
    entry.replace(/^msgid (.*)\nmsgstr .*$/m, (_, text) => `msgid ${text}\nmsgstr ${text}`),
  );
  return `${[head.replace('Language: ja', 'Language: en'), ...texts].join('\n\n')}\n`;
}
