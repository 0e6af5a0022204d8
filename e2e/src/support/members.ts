import { createHash, randomInt, randomUUID } from 'node:crypto';
import type { Locale } from '@portal/shared-contract';
import type { Addresses } from './portal.ts';

/** A member of the portal under test. */
export type Member = {
  readonly email: string;
  readonly password: string;
  readonly lastName: string | null;
  readonly firstName: string | null;
  readonly emailVerified: boolean;
  /** Asked for a code at sign-in, by email unless `mfaChannel` says otherwise. */
  readonly mfaEnabled?: boolean;
  readonly mfaChannel?: 'sms';
  /** E.164. */
  readonly phone?: string;
  /** The account is closed. */
  readonly closed?: boolean;
  /** The subject of the LINE account that is linked. */
  readonly line?: string;
  /** Signs in with LINE alone: no password is set yet. */
  readonly withoutPassword?: boolean;
  /** The version of the terms that was accepted; the one in force where it is missing. */
  readonly termsAcceptedVersion?: string;
};

/** The version of the terms before the one in force. */
export const OLD_TERMS = '2025-04-01';

/** The member whom the embedded default creates: complete, with notifications and passports. */
export const DEMO_MEMBER: Member = {
  email: 'hanako@example.com',
  password: 'sakura-mochi-2026',
  lastName: '山田',
  firstName: '花子',
  emailVerified: true,
};

/** A member who has just signed up: no name and no verified address. */
export const JUST_SIGNED_UP = {
  emailVerified: false,
  lastName: null,
  firstName: null,
} as const satisfies Partial<Member>;

/**
 * Creates a member whom no other test knows, with a complete profile unless `options` says otherwise.
 * A `line` account that is linked can also sign in at the LINE sandbox.
 * @throws Error when the portal refuses
 */
export async function createMember(
  portal: Pick<Addresses, 'outbox'>,
  options: Partial<Omit<Member, 'password'>> = {},
): Promise<Member> {
  const member: Member = {
    email: uniqueEmail(),
    password: 'yuzu-to-kinako-27',
    lastName: '佐藤',
    firstName: '葵',
    emailVerified: true,
    ...options,
  };
  if (member.line) await createLinePerson(portal, { subject: member.line, name: member.email });
  const { withoutPassword, ...given } = member;
  await postFixture(portal, 'members', {
    ...given,
    password: withoutPassword ? null : member.password,
  });
  return member;
}

/** An address that nobody else has. */
export const uniqueEmail = (name = 'member'): string =>
  `${name}.${randomUUID().slice(0, 8)}@example.com`;

/** A Japanese mobile number that nobody else has, in E.164. */
export const uniquePhone = (): string => `+8190${randomInt(10_000_000, 100_000_000)}`;

/** The subject of the LINE account that belongs to a member, linked or not. */
export const lineSubjectOf = ({ email }: Pick<Member, 'email'>): string =>
  `U${createHash('md5').update(email).digest('hex')}`;

/** Makes the terms in force newer than what a member has accepted, as when a version comes into force. */
export function outdateTerms(
  portal: Pick<Addresses, 'outbox'>,
  { email }: Pick<Member, 'email'>,
): Promise<void> {
  return postFixture(portal, 'accepted-terms', { email, version: OLD_TERMS });
}

/** Creates an account at the LINE sandbox, which is linked to no member. */
export function createLinePerson(
  portal: Pick<Addresses, 'outbox'>,
  person: { readonly subject: string; readonly name: string },
): Promise<void> {
  return postFixture(portal, 'line-people', person);
}

/** Ends the wait before the next code can be sent. The page's own countdown goes by the browser's clock. */
export function passResendWait(portal: Pick<Addresses, 'outbox'>, to: string): Promise<void> {
  return postFixture(portal, 'passed-resend-waits', { to });
}

/** Lets the passports of an order end in some days, counted from today in Japan. */
export const endPassportIn = (
  portal: Pick<Addresses, 'outbox'>,
  passport: string,
  inDays: number,
): Promise<void> => postFixture(portal, 'last-days', { passport, inDays });

/** Sends the reminders that are due today, as at noon in Japan. */
export const sendReminders = (portal: Pick<Addresses, 'outbox'>): Promise<void> =>
  postFixture(portal, 'reminders', {});

/** The server's fixtures (server/main/src/seed/fixtures.ts). */
async function postFixture(
  { outbox }: Pick<Addresses, 'outbox'>,
  path: string,
  fixture: object,
): Promise<void> {
  const answer = await fetch(new URL(`/fixtures/${path}`, outbox), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fixture),
  });
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
}

/** How the portal writes a member's name: in the order of the language; empty for a member without a name. */
export function nameOf({ lastName, firstName }: Member, locale: Locale): string {
  // A name in kanji or kana is read family name first in English too.
  const familyFirst = locale === 'ja' || /[^\p{Script=Latin}]/u.test(`${lastName}${firstName}`);
  const parts = familyFirst ? [lastName, firstName] : [firstName, lastName];
  return parts.filter(Boolean).join(' ');
}
