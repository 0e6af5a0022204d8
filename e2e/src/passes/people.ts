import type { Member } from '../support/members.ts';
import { named } from '../support/named.ts';

/** Who buys, shows and gives away passes; each belongs to one test. */
export const PASS_MEMBERS = {
  buysJa: named('buys.ja', '藤田', '紬'),
  buysEn: named('buys.en', 'Fujita', 'Tsumugi'),
  isDeclined: named('is.declined', '岡田', '蒼'),
  walksAway: named('walks.away', '後藤', '凛'),
  shows: named('shows', '長谷川', '律'),
  gives: named('gives', '村上', '朝陽'),
  receives: named('receives', '近藤', '杏'),
} as const satisfies Record<string, Member>;
