import { createHash } from 'node:crypto';
import type { AccountContext } from '@portal/server-members/account-context';
import { type MemberRecord, normalizeEmail } from '@portal/server-members/members';
import { prefectureById } from '@portal/server-members/prefectures';
import type { DomainContext } from '@portal/server-platform/database/database';
import { err, type Refusal } from '@portal/server-platform/outcome';
import { isDecoratedWord, isMadeOfOwnWords } from '@portal/shared-contract/guessable-password';

let common: Promise<ReadonlySet<string>> | undefined;

/** The list of zxcvbn, loaded at the first call. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const list = dictionary['passwords-common'];
  if (!list) throw new Error('The list of common passwords is missing');
  return new Set(list.map(String));
}

export type PasswordProblem =
  | 'password.too_common'
  | 'password.is_email'
  | 'password.own_words'
  | 'password.breached';

/** Whose password it is: a member, or the address of somebody who is about to become one. */
export type PasswordOwner = Pick<MemberRecord, 'email'> & Partial<MemberRecord>;

/**
 * Checks the rules that the schema cannot: common passwords with their usual decorations, the member's address, words
 * of the member and of the brand, and, where it is configured, passwords that were leaked elsewhere.
 */
export async function passwordProblem(
  context: PasswordContext,
  password: string,
  owner: PasswordOwner,
): Promise<PasswordProblem | undefined> {
  common ??= commonPasswords();
  const words = await common;
  const isCommon = (word: string) => words.has(word);
  const address = normalizeEmail(owner.email);
  if (address !== undefined && normalizeEmail(password.normalize('NFKC')) === address) {
    return 'password.is_email';
  }
  // First, because a name may be a common password too, and this says more about what to change.
  if (isMadeOfOwnWords(password, ownWordsOf(context, owner), isCommon)) return 'password.own_words';
  if (isDecoratedWord(password, isCommon)) return 'password.too_common';
  return (await wasBreached(context, password)) ? 'password.breached' : undefined;
}

export type PasswordContext = {
  readonly config: Pick<AccountContext['config'], 'brand' | 'breachedPasswordsUrl'>;
};

/** What a password of this member must not be made of. */
function ownWordsOf({ config: { brand } }: PasswordContext, owner: PasswordOwner): string[] {
  const { firstName, lastName, firstNameKana, lastNameKana } = owner;
  const { city, address, prefectureName, prefectureId } = owner;
  const prefecture = prefectureById(prefectureId ?? null);
  return [
    ...[brand.name.ja, brand.name.en, owner.email.split('@')[0]],
    ...[firstName, lastName, firstNameKana, lastNameKana],
    ...[firstNameKana, lastNameKana].flatMap((kana) => (kana ? romajiOf(kana) : [])),
    ...[city, address, prefectureName, prefecture?.name.ja, prefecture?.name.en],
  ].filter((word): word is string => Boolean(word));
}

const BREACH_TIMEOUT_MS = 1500;
const PREFIX_LENGTH = 5;

/**
 * Asks a service by k-anonymity: it is told the first five of the forty digits of the password's
 * SHA-1, and answers the rest of all leaked ones that begin so (the range API of Have I Been
 * Pwned). A service that does not answer in time refuses no password.
 */
async function wasBreached({ config }: PasswordContext, password: string): Promise<boolean> {
  if (!config.breachedPasswordsUrl) return false;
  const digest = createHash('sha1').update(password, 'utf8').digest('hex').toUpperCase();
  const [prefix, rest] = [digest.slice(0, PREFIX_LENGTH), digest.slice(PREFIX_LENGTH)];
  try {
    const answer = await fetch(`${config.breachedPasswordsUrl}/${prefix}`, {
      // All answers are padded to about the same length, so that it does not tell the prefix.
      headers: { 'add-padding': 'true' },
      redirect: 'error',
      signal: AbortSignal.timeout(BREACH_TIMEOUT_MS),
    });
    if (!answer.ok) return false;
    const lines = (await answer.text()).split(/\r?\n/);
    // A padded line has the count 0.
    return lines.some((line) => line.startsWith(`${rest}:`) && !line.endsWith(':0'));
  } catch {
    return false;
  }
}

const BUSY_RETRY_MS = 2000;

/** The error when too many passwords are being hashed; a later attempt will succeed. */
export function tooBusy({ clock }: DomainContext): Refusal {
  return err('too_many_attempts', { retryAt: new Date(clock.now().getTime() + BUSY_RETRY_MS) });
}

/** The error for a refused password, with the message key for the field. */
export function passwordRefused(key: PasswordProblem | 'password.same_as_current'): Refusal {
  return err('user.password_invalid', { descriptions: { password: [key] } });
}

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

/** How people write the katakana of a name in Latin letters: ショウタ → `shouta` and `shota`, チエ → `chie` and `tie`. */
function romajiOf(katakana: string): readonly string[] {
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
