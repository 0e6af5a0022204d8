import { storePasswordHash } from '@portal/server-accounts/password/credentials';
import { hashPassword } from '@portal/server-accounts/password/password-hash';
import { createMember, findMemberByEmail, type NewMember } from '@portal/server-members/members';
import { recordAcceptance, termsInForce } from '@portal/server-members/terms';
import { sendNotification } from '@portal/server-notifications/notifications';
import { type DomainContext, transact } from '@portal/server-platform/database/database';
import type { Config } from '../config.ts';
import { demoNotifications } from './notifications.ts';
import { seedPassports } from './passports.ts';

/** The demo member, whose password is public. `npm start` prints it. Only the embedded default has it. */
export const DEMO_MEMBER = { email: 'hanako@example.com', password: 'sakura-mochi-2026' } as const;

/** What a profile needs beside the names to be complete. */
export const DETAILS = {
  lastNameKana: 'ヤマダ',
  firstNameKana: 'ハナコ',
  dateOfBirth: '1990-04-12',
  gender: 'female',
  postalCode: '1000005',
  prefectureId: 13,
  city: '千代田区',
  address: '丸の内1-9-1',
  country: 'JP',
  phone: '+819012345678',
  phoneCountryCode: 'JP',
  emailOptIn: true,
} as const satisfies Partial<NewMember>;

const DEMO_PROFILE: NewMember = {
  ...DETAILS,
  email: DEMO_MEMBER.email,
  emailVerified: true,
  lastName: '山田',
  firstName: '花子',
  locale: 'ja',
};

/** Creates the demo member with notifications and passports, once: what exists stays as it is. */
export async function seedDemo(
  context: DomainContext & { readonly config: Pick<Config, 'brand'> },
): Promise<void> {
  if (await findMemberByEmail(context, DEMO_MEMBER.email)) return;
  await createCompleteMember(context, DEMO_PROFILE, DEMO_MEMBER.password, async (tx, memberId) => {
    for (const notification of demoNotifications(context.clock.now(), context.config.brand.name)) {
      await sendNotification(tx, { memberId, ...notification });
    }
    await seedPassports({ ...tx, config: context.config }, memberId);
  });
}

/**
 * Creates a member with password, accepted terms and whatever `addMore` adds, in one transaction: an
 * interrupted start leaves nothing half done.
 * @param password null for a member who signs in with another service alone
 * @throws Error when too many passwords are being hashed
 */
export async function createCompleteMember(
  context: DomainContext,
  profile: NewMember,
  password: string | null,
  addMore?: (tx: DomainContext, memberId: string) => Promise<void>,
): Promise<'created' | 'email_taken'> {
  const passwordHash = password === null ? undefined : await hashPassword(password);
  if (passwordHash === 'busy') throw new Error('Too many passwords are being hashed');
  return transact(context, async (tx) => {
    const member = await createMember(tx, profile);
    if (member === 'email_taken') return 'email_taken';
    if (passwordHash) await storePasswordHash(tx, member.id, passwordHash);
    const agreed =
      profile.termsAcceptedVersion === undefined
        ? await termsInForce(tx)
        : profile.termsAcceptedVersion;
    if (agreed) await recordAcceptance(tx, member.id, agreed);
    await addMore?.(tx, member.id);
    return 'created';
  });
}
