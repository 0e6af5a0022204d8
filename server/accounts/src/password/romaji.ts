const ROWS: readonly (readonly [consonant: string, kana: string])[] = [
  ['', 'アイウエオ'],
  ['k', 'カキクケコ'],
  ['s', 'サシスセソ'],
  ['t', 'タチツテト'],
  ['n', 'ナニヌネノ'],
  ['h', 'ハヒフヘホ'],
  ['m', 'マミムメモ'],
  ['y', 'ヤ-ユ-ヨ'],
  ['r', 'ラリルレロ'],
  ['w', 'ワヰ-ヱヲ'],
  ['g', 'ガギグゲゴ'],
  ['z', 'ザジズゼゾ'],
  ['d', 'ダヂヅデド'],
  ['b', 'バビブベボ'],
  ['p', 'パピプペポ'],
];
const VOWELS = 'aiueo';
/** Syllables that Hepburn writes otherwise than by consonant and vowel. */
const HEPBURN: Readonly<Record<string, string>> = {
  si: 'shi',
  ti: 'chi',
  tu: 'tsu',
  hu: 'fu',
  zi: 'ji',
  di: 'ji',
  du: 'zu',
};
const SMALL: Readonly<Record<string, string>> = { ャ: 'a', ュ: 'u', ョ: 'o' };

const SYLLABLES = new Map(
  ROWS.flatMap(([consonant, kana]) =>
    [...kana].map((sign, place) => [sign, consonant + VOWELS[place]] as const),
  ),
);

/**
 * The ways in which people write the katakana of a name in Latin letters: ショウタ → `shouta` and
 * `shota`, チエ → `chie` and `tie`.
 */
export function romajiOf(katakana: string): readonly string[] {
  const plain = latinOf(katakana, (syllable) => syllable);
  const hepburn = latinOf(katakana, (syllable) => HEPBURN[syllable] ?? syllable);
  return [...new Set([plain, hepburn, hepburn.replace(/ou|oo/g, 'o').replace(/uu/g, 'u')])];
}

function latinOf(katakana: string, spell: (syllable: string) => string): string {
  let text = '';
  let doubled = false;
  for (const sign of katakana) {
    const vowel = SMALL[sign];
    const syllable = SYLLABLES.get(sign);
    if (vowel) {
      // シャ is `sha` or `sya`, キャ is `kya`.
      text = text.replace(/(sh|ch|j)i$/, '$1').replace(/(?<![shcj])i$/, 'y') + vowel;
    } else if (sign === 'ッ') {
      doubled = true;
    } else if (sign === 'ン') {
      text += 'n';
    } else if (syllable) {
      const spelled = spell(syllable);
      text += (doubled ? spelled[0] : '') + spelled;
      doubled = false;
    } else if (/\s/.test(sign)) {
      text += ' ';
    }
  }
  return text;
}
