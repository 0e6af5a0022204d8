import type { Member } from '../support/members.ts';
import { named } from '../support/named.ts';
import { TRIES } from '../support/tries.ts';

const someone = (email: string): Member => named(email, '石川', '楓');

/** Tests that run at the same time; more than there are workers. */
const AT_ONCE = 4;
const tries = Array.from({ length: TRIES }, (_, n) => n);

/**
 * Who reads what the tests of the bell send: one for each worker and each try, so that no letter of
 * another test, or of a try before, is in the list.
 * @param worker `test.info().parallelIndex`
 * @param retry `test.info().retry`
 */
export const reader = (worker: number, retry: number): Member =>
  someone(`reader.${worker % AT_ONCE}.${retry}`);

/** Who gets the letters that try to run, one for each half: nobody else should meet them. */
export const TARGETS = [someone('target.1'), someone('target.2')] as const;

export const READERS: readonly Member[] = [
  ...tries.flatMap((retry) => Array.from({ length: AT_ONCE }, (_, n) => reader(n, retry))),
  ...TARGETS,
];
