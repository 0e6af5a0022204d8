import { type Locale, VERIFY_EMAIL_PATH } from '@portal/shared-contract';
import { inTransaction } from '../../db/database.ts';
import { welcomeLetter } from '../../mail/getting-in-letters.ts';
import { mailLetter } from '../../mail/send.ts';
import { done, type Outcome, refused } from '../account/outcome.ts';
import { passwordProblem, passwordRefused, tooBusy } from '../account/password-rules.ts';
import type { AccountContext } from '../account-context.ts';
import { allOrNothing } from '../all-or-nothing.ts';
import { isGoodConnectionTicket, spendConnectionTicket } from '../connection-tickets.ts';
import { linkConnection } from '../connections.ts';
import { storePasswordHash } from '../credentials.ts';
import type { RequestDevice } from '../devices.ts';
import { recordEvent } from '../events.ts';
import { createMember, type MemberRecord } from '../members.ts';
import { hashPassword } from '../password-hash.ts';
import { mintSignUpToken } from '../sign-up-tokens.ts';
import { recordAcceptance, termsInForce } from '../terms.ts';
import { makeMailLink } from './mail-links.ts';
import { portalUrl } from './portal-links.ts';
import { checkPublicCode } from './public-codes.ts';

export type SignUpRequest = {
  readonly email: string;
  readonly code: string;
  /** One of the two at least. */
  readonly password?: string | undefined;
  readonly connectionTicket?: string | undefined;
  readonly termsVersion: string;
  readonly locale: Locale;
  readonly device: RequestDevice;
};

/**
 * Makes a member of whoever has the code that went to an address: of many at once, one. A refusal
 * keeps the code and the ticket for another try.
 */
export async function signUp(
  context: AccountContext,
  request: SignUpRequest,
): Promise<Outcome<{ readonly accessToken: string }>> {
  const { password, connectionTicket, email } = request;
  if (request.termsVersion !== (await termsInForce(context))) {
    return refused('request.invalid', { descriptions: { terms_version: ['terms.changed'] } });
  }
  const problem = password === undefined ? undefined : await passwordProblem(password, email);
  if (problem) return passwordRefused(problem);

  // First without spending it: hashing is dear, and a guess must cost one of its tries before.
  const first = await inTransaction(context.db, (db) => check({ ...context, db }, request, true));
  if (!first.ok) return first;
  if (connectionTicket !== undefined && !(await isGoodConnectionTicket(context, connectionTicket)))
    return refused('token.not_found');
  const hash = password === undefined ? undefined : await hashPassword(password);
  if (hash === 'busy') return tooBusy(context);

  return allOrNothing(context, async (tx) => {
    const proven = await check(tx, request, false);
    if (!proven.ok) return proven;
    const member = await createMember(tx, {
      email: proven.value,
      emailVerified: true,
      locale: request.locale,
    });
    if (member === 'email_taken') return refused('user.signup.email_exists');
    if (hash !== undefined) await storePasswordHash(tx, member.id, hash);
    if (connectionTicket !== undefined && !(await link(tx, member, request, connectionTicket))) {
      return refused('token.not_found');
    }
    await recordAcceptance(tx, member.id, request.termsVersion);
    await recordEvent(tx, member.id, 'terms_accepted', request.device);
    await welcome(tx, member, hash !== undefined);
    return done({ accessToken: await mintSignUpToken(tx, member.id) });
  });
}

/** Answers the address as it was proven. */
async function check(
  tx: AccountContext,
  { email, code }: SignUpRequest,
  keep: boolean,
): Promise<Outcome<string>> {
  const { check: right, holder } = await checkPublicCode(
    tx,
    { type: 'signup', email, code },
    { keep },
  );
  if (!right.ok) return right;
  return holder ? refused('user.signup.email_exists') : done(right.value.target);
}

/** False when the ticket is gone, or another member has linked that account since. */
async function link(
  tx: AccountContext,
  member: MemberRecord,
  { device }: SignUpRequest,
  ticket: string,
): Promise<boolean> {
  const account = await spendConnectionTicket(tx, ticket);
  if (!account || (await linkConnection(tx, member.id, account)) !== 'linked') return false;
  await recordEvent(tx, member.id, 'line_linked', device);
  return true;
}

/** Without a password the letter brings a link by which one can be set. */
async function welcome(
  tx: AccountContext,
  member: MemberRecord,
  hasPassword: boolean,
): Promise<void> {
  const { locale } = member;
  const setPasswordUrl = hasPassword
    ? undefined
    : portalUrl(tx, locale, VERIFY_EMAIL_PATH, {
        code: await makeMailLink(tx, member, 'verify_email_link'),
        type: 'verify_email_link',
      });
  const homeUrl = portalUrl(tx, locale, '/my-page');
  await mailLetter(tx, member, welcomeLetter(locale, { homeUrl, setPasswordUrl }));
}
