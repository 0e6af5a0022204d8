import { fileKey } from '../document.ts';

/** The kinds of files that browsers download by themselves and that compress well. */
const FILE = /^([\w~-]+(?:\.[\w~-]+)*)\.([0-9a-f]{10})\.(js|css|svg)$/;

type Ending = 'js' | 'css' | 'svg';

type FileNameParts = {
  /** The chunk's name, the same in every release: `main`, `117`. */
  readonly role: string;
  readonly hash: string;
  readonly ending: Ending;
};

/** Takes a file's name apart; undefined for a file that gets no deltas. */
export function fileNameParts(file: string): FileNameParts | undefined {
  const [, role, hash, ending] = FILE.exec(file) ?? [];
  if (role === undefined || hash === undefined || ending === undefined) return undefined;
  return { role, hash, ending: ending as Ending };
}

/**
 * The ending under which a delta lies beside its file: `main.4f2a90c1d5.js` has
 * `main.4f2a90c1d5.js.91be02c7aa.dcz` for browsers that have `main.91be02c7aa.js`.
 * @param hash the digits in the name of the dictionary
 */
export const deltaEnding = (hash: string): string => `.${hash}.dcz`;

/** The key of a delta in a store. */
export const deltaKey = (part: string, file: string, hash: string): string =>
  fileKey(part, file) + deltaEnding(hash);

/** True for the name of a delta. */
export const isDeltaName = (name: string): boolean => /\.dcz$/.test(name);
