import type { Member } from '../support/members.ts';
import { named } from '../support/named.ts';

const someone = (email: string, special?: Partial<Member>): Member =>
  named(email, '清水', '澪', special);
const withSms = (email: string, phone: string) =>
  someone(email, { mfaEnabled: true, mfaChannel: 'sms', phone });

/** Who meets the identity provider's own pages; each belongs to one test. */
export const AT_PROVIDER = {
  byEmailJa: someone('second.email.ja', { mfaEnabled: true }),
  byEmailEn: someone('second.email.en', { mfaEnabled: true }),
  bySmsJa: withSms('second.sms.ja', '+819011110001'),
  bySmsEn: withSms('second.sms.en', '+819011110002'),
  byAppJa: someone('second.app.ja'),
  byAppEn: someone('second.app.en'),
  byPasskeyJa: someone('second.passkey.ja', { mfaEnabled: true }),
  byPasskeyEn: someone('second.passkey.en', { mfaEnabled: true }),
  withoutScript: someone('without.script', { mfaEnabled: true }),
  pressesTwice: someone('presses.twice'),
  hasLeft: someone('has.left', { closed: true }),
  tourEmail: someone('tour.email', { mfaEnabled: true }),
  tourSms: withSms('tour.sms', '+819011110003'),
} as const satisfies Record<string, Member>;
