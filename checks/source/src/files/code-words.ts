import type { Problem } from '@portal/checks-tools/problem';

/** A word that code must not use. */
type CodeWord = {
  readonly use: string;
  readonly not: string;
  /** Wrong as a part of names alone: `two step` for `twoStep`. */
  readonly inNames: boolean;
  /** Where it has its own meaning: folders and files, by how their paths begin. */
  readonly butIn: readonly string[];
};

/** Reads the table "Words of the code" of docs/glossary.md. */
export function codeWords(glossary: string): CodeWord[] {
  const section = glossary.split(/^## /m).find((part) => part.startsWith('Words of the code'));
  const rows = [...(section ?? '').matchAll(/^\|(.+)\|$/gm)].slice(2);
  return rows.flatMap(([, row = '']) => {
    const [use = '', , , nots = '', places = ''] = row.split('|').map((cell) => cell.trim());
    const butIn = listOf(places);
    return listOf(nots).map((not) => {
      const name = /^`(.+)`$/.exec(not)?.[1];
      return { use, not: name ? wordsOf(name) : not, inNames: name !== undefined, butIn };
    });
  });
}

const listOf = (cell: string): string[] => cell.split(/\s*,\s*/).filter((item) => item !== '');

/** `signGateCode`, `GATE_CODE` and `gate-code` as words: `sign gate code`, `gate code`. */
const wordsOf = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[\W_]+/g, ' ')
    .toLowerCase();

/** Names of more than one word, which prose and texts do not have. */
const NAMES = /\b(?:[A-Za-z]+_\w+|[A-Za-z]*[a-z\d][A-Z]\w*)\b/g;

/** Names and words of a source file that docs/glossary.md says otherwise. @param file path below the root */
export function checkCodeWords(file: string, text: string, words: readonly CodeWord[]): Problem[] {
  const names = [file, ...new Set(text.match(NAMES))].map((name) => ` ${wordsOf(name)} `);
  return words
    .filter(({ butIn }) => !butIn.some((place) => file.startsWith(place)))
    .filter(({ not, inNames }) =>
      inNames
        ? names.some((name) => name.includes(` ${not} `))
        : new RegExp(`\\b${not}s?\\b`, 'i').test(text),
    )
    .map(({ use, not }) => ({ file, says: `says “${not}”; docs/glossary.md says “${use}”.` }));
}
