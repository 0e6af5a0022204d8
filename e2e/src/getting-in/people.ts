import type { Member } from '../support/members.ts';
import { named } from '../support/named.ts';

/** The version of the terms before the one in force. */
const OLD_TERMS = '2025-04-01';

const someone = (email: string, special?: Partial<Member>): Member =>
  named(email, '木村', '茜', special);

/** Who comes back to their account; what a test does to it stays, so each belongs to one test. */
export const RETURNING = {
  forgetsJa: someone('forgets.ja'),
  forgetsEn: someone('forgets.en'),
  lockedJa: someone('locked.ja'),
  lockedEn: someone('locked.en'),
  agreesJa: someone('agrees.ja', { termsAcceptedVersion: OLD_TERMS }),
  agreesEn: someone('agrees.en', { termsAcceptedVersion: OLD_TERMS }),
  refuses: someone('refuses', { termsAcceptedVersion: OLD_TERMS }),
  unverifiedJa: someone('unverified.ja', { emailVerified: false }),
  unverifiedEn: someone('unverified.en', { emailVerified: false }),
  owesEverything: someone('owes.everything', {
    emailVerified: false,
    lastName: null,
    firstName: null,
    termsAcceptedVersion: OLD_TERMS,
  }),
} as const satisfies Record<string, Member>;

/** Who has LINE and no account yet. */
export const NEWCOMERS_WITH_LINE = {
  ja: { subject: 'U00000000000000000000000000000e01', name: 'LINEさくら' },
  en: { subject: 'U00000000000000000000000000000e02', name: 'LINE Sakura' },
} as const;
