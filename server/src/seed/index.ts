import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { ConfigError } from '../config.ts';
import type { DomainContext } from '../context.ts';
import { inTransaction } from '../db/database.ts';
import { linkConnection } from '../domain/connections.ts';
import { setPassword } from '../domain/credentials.ts';
import { createMember, findMemberByEmail, type NewMember } from '../domain/members.ts';
import { sendNotification } from '../domain/notifications.ts';
import { recordAcceptance, termsInForce } from '../domain/terms.ts';
import { demoNotifications } from './notifications.ts';
import { seedPasses } from './passes.ts';

/** Whom `npm start` prints. Documented, and only ever in the embedded default. */
export const DEMO_MEMBER = { email: 'hanako@example.com', password: 'sakura-mochi-2026' } as const;

/** Whatever else a profile needs to be complete. */
const DETAILS = {
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

const SeedMembersSchema = v.array(
  v.object({
    email: v.pipe(v.string(), v.email()),
    /** Null for who signs in by LINE alone. */
    password: v.nullable(v.string()),
    /** Null for who has not given any details yet; who has a name has given all. */
    lastName: v.nullable(v.string()),
    firstName: v.nullable(v.string()),
    emailVerified: v.boolean(),
    /** Codes at sign-in, by e-mail. */
    mfaEnabled: v.optional(v.boolean(), false),
    mfaChannel: v.optional(v.picklist(['email', 'sms']), 'email'),
    /** E.164; one of the demo's where there is none. */
    phone: v.exactOptional(v.string()),
    /** The member has left. */
    closed: v.optional(v.boolean(), false),
    /** The LINE account that is linked: its subject at the sandbox (`LINE_SANDBOX_PEOPLE`). */
    line: v.optional(v.string()),
    /** The terms that were agreed to; those in force unless told otherwise, null for none. */
    termsAcceptedVersion: v.optional(v.nullable(v.string())),
  }),
);

/**
 * Demo data for the embedded default. What exists already stays as the person has left it, so it can
 * run at every start.
 * @param membersFile a JSON file of further members, for tests (`SEED_MEMBERS`)
 */
export async function seedDemo(context: DomainContext, membersFile?: string): Promise<void> {
  await seedMember(context, DEMO_PROFILE, DEMO_MEMBER.password, async (tx, memberId) => {
    for (const notification of demoNotifications(context.clock.now())) {
      await sendNotification(tx, { memberId, ...notification });
    }
    await seedPasses(tx, memberId);
  });
  if (!membersFile) return;
  for (const { password, line, closed, ...given } of readMembers(membersFile)) {
    const details = given.lastName === null ? {} : DETAILS;
    const profile = {
      ...details,
      ...given,
      ...(closed && { cancelledAt: context.clock.now() }),
    };
    await seedMember(context, profile, password, async (tx, memberId) => {
      if (line) await linkConnection(tx, memberId, { connection: 'line', subject: line });
    });
  }
}

/** A member and all that is theirs, or nothing: a start that is cut off is begun again by the next. */
async function seedMember(
  context: DomainContext,
  profile: NewMember,
  password: string | null,
  furnish?: (tx: DomainContext, memberId: string) => Promise<void>,
): Promise<void> {
  if (await findMemberByEmail(context, profile.email)) return;
  await inTransaction(context.db, async (db) => {
    const tx = { ...context, db };
    const member = await createMember(tx, profile);
    if (member === 'email_taken') return;
    if (password !== null && (await setPassword(tx, member.id, password)) === 'busy') {
      throw new Error('Nobody else hashes while the server starts');
    }
    const agreed =
      profile.termsAcceptedVersion === undefined
        ? await termsInForce(tx)
        : profile.termsAcceptedVersion;
    if (agreed) await recordAcceptance(tx, member.id, agreed);
    await furnish?.(tx, member.id);
  });
}

function readMembers(file: string) {
  try {
    return v.parse(SeedMembersSchema, JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new ConfigError('Please set SEED_MEMBERS to a JSON file that holds a list of members.', {
      cause,
    });
  }
}
