/** How many digits and signs around a word are decoration; more make it hard to guess. */
const DECORATION_MAX = 8;
const WORD_MIN = 3;
/** A word of the member or of the brand says nothing if it is shorter; a kanji says more. */
const OWN_WORD_MIN = 2;
const OWN_LATIN_WORD_MIN = 3;
const OWN_WORD_MAX = 40;

/** Letters that people replace by digits and signs that look like them. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '(': 'c',
  '3': 'e',
  '6': 'g',
  '9': 'g',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
  '2': 'z',
};
/** `1`, `!` and `|` stand for both of these. */
const UPRIGHTS = ['i', 'l'] as const;

/** The form in which passwords are compared with words: NFKC, in small letters. */
export const plainPassword = (password: string): string => password.normalize('NFKC').toLowerCase();

/** Undoes the replacements in `p@ssw0rd`; two answers, because `1` may be an i or an l. */
export function withoutLookalikes(text: string): readonly string[] {
  return UPRIGHTS.map((upright) =>
    [...text].map((sign) => (/[1!|]/.test(sign) ? upright : (LOOKALIKES[sign] ?? sign))).join(''),
  );
}

/** Splits the digits and signs at both ends of a plain password from what stands between them. */
export function undecorated(plain: string): { readonly core: string; readonly decoration: number } {
  const core = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return { core, decoration: [...plain].length - [...core].length };
}

/**
 * Whether a password is a word with its usual decorations: capitals, digits and signs at the ends,
 * lookalikes (`p@ssw0rd`), backwards or twice.
 * @param isWord tells a plain word
 */
export function isDecoratedWord(password: string, isWord: (word: string) => boolean): boolean {
  return coresOf(plainPassword(password)).some((core) => spellingsOf(core).some(isWord));
}

/**
 * Whether a password is made of the member's own words and common ones, with at least one of the
 * member's, and decorations.
 * @param isCommon tells a plain word that many people use
 */
export function isMadeOfOwnWords(
  password: string,
  ownWords: readonly string[],
  isCommon: (word: string) => boolean,
): boolean {
  const own = new Set(
    ownWords
      .flatMap((text) => plainPassword(text).split(/[^\p{L}\p{N}]+/u))
      .filter((word) => word.length >= (/[a-z\d]/.test(word) ? OWN_LATIN_WORD_MIN : OWN_WORD_MIN)),
  );
  const isMade = (core: string) => {
    const text = core.replace(/[^\p{L}\p{N}]+/gu, '');
    return [...own].some((word) => text.includes(word)) && hasOwnWord(text, own, isCommon);
  };
  return coresOf(plainPassword(password)).some((core) =>
    [core, ...withoutLookalikes(core)].some(isMade),
  );
}

/** What remains without some of the digits and signs at the ends; they may belong to the word. */
function coresOf(plain: string): string[] {
  const signs = [...plain];
  const isLetter = (sign: string) => /\p{L}/u.test(sign);
  const first = signs.findIndex(isLetter);
  // A password without a letter is compared as it is.
  if (first === -1) return [plain];
  const leading = Math.min(first, DECORATION_MAX);
  const trailing = Math.min(signs.length - 1 - signs.findLastIndex(isLetter), DECORATION_MAX);
  const cores: string[] = [];
  for (let start = 0; start <= leading; start += 1) {
    for (let end = 0; end <= trailing && start + end <= DECORATION_MAX; end += 1) {
      const core = signs.slice(start, signs.length - end);
      if (core.length >= WORD_MIN) cores.push(core.join(''));
    }
  }
  return cores;
}

function spellingsOf(core: string): string[] {
  const once = [core, ...withoutLookalikes(core)].flatMap((word) => [word, halfOf(word)]);
  return once.flatMap((word) => [word, [...word].reverse().join('')]);
}

/** `hellohello` → `hello`; any other text stays. */
function halfOf(word: string): string {
  const half = word.slice(0, word.length / 2);
  return half + half === word && half.length >= WORD_MIN ? half : word;
}

/** Whether the text can be split into own and common words without a rest. */
function hasOwnWord(
  text: string,
  own: ReadonlySet<string>,
  isCommon: (word: string) => boolean,
): boolean {
  /** By length of the part that is split already: whether an own word is among its words. */
  const split = new Map<number, boolean>([[0, false]]);
  for (let end = OWN_WORD_MIN; end <= text.length; end += 1) {
    for (let start = Math.max(0, end - OWN_WORD_MAX); start <= end - OWN_WORD_MIN; start += 1) {
      const before = split.get(start);
      if (before === undefined) continue;
      const word = text.slice(start, end);
      if (own.has(word)) split.set(end, true);
      else if (isCommon(word)) split.set(end, before || split.get(end) === true);
    }
  }
  return split.get(text.length) === true;
}
