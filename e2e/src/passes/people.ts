import type { Member } from '../support/members.ts';

const someone = (email: string, lastName: string, firstName: string): Member => ({
  email: `${email}@example.com`,
  password: 'yuzu-to-kinako-27',
  lastName,
  firstName,
  emailVerified: true,
});

/** Who buys, shows and gives away passes; each belongs to one test. */
export const PASS_MEMBERS = {
  buysJa: someone('buys.ja', '藤田', '紬'),
  buysEn: someone('buys.en', 'Fujita', 'Tsumugi'),
  isDeclined: someone('is.declined', '岡田', '蒼'),
  walksAway: someone('walks.away', '後藤', '凛'),
  shows: someone('shows', '長谷川', '律'),
  gives: someone('gives', '村上', '朝陽'),
  receives: someone('receives', '近藤', '杏'),
} as const satisfies Record<string, Member>;
