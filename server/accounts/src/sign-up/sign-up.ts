import { type AccountContext, portalUrl } from '@portal/server-members/account-context';
import { type ConnectedAccount, linkConnection } from '@portal/server-members/connections';
import type { RequestDevice } from '@portal/server-members/devices';
import { recordEvent } from '@portal/server-members/events';
import { createMember, type MemberRecord } from '@portal/server-members/members';
import { recordAcceptance, termsInForce } from '@portal/server-members/terms';
import {
  type DomainContext,
  transact,
  withTransaction,
} from '@portal/server-platform/database/database';
import { oneTimeSecrets } from '@portal/server-platform/limits/one-time-secrets';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import { type Locale, VERIFY_EMAIL_PATH } from '@portal/shared-contract';
import { issueMailLink } from '../mail-links/mail-links.ts';
import { storePasswordHash } from '../password/credentials.ts';
import { hashPassword } from '../password/password-hash.ts';
import { passwordProblem, passwordRefused, tooBusy } from '../password/password-rules.ts';
import { connectionTickets } from '../schema/codes.ts';
import { checkPublicCode, countGuess, refundGuess } from './public-codes.ts';

export type SignUpRequest = {
  readonly email: string;
  readonly code: string;
  /** The secret of the browser that asked for the code. */
  readonly request: string;
  readonly network: string;
  /** At least one of `password` and `connectionTicket` is required. */
  readonly password?: string | undefined;
  readonly connectionTicket?: string | undefined;
  readonly termsVersion: string;
  readonly locale: Locale;
  readonly device: RequestDevice;
};

/** Creates a member with a code, of parallel calls once. An error keeps code and ticket for another attempt. */
export async function signUp(
  context: AccountContext,
  request: SignUpRequest,
): Promise<Outcome<{ readonly accessToken: string }>> {
  const { password, connectionTicket, email } = request;
  if (request.termsVersion !== (await termsInForce(context))) {
    return err('request.invalid', { descriptions: { terms_version: ['terms.changed'] } });
  }
  const problem =
    password === undefined ? undefined : await passwordProblem(context, password, { email });
  if (problem) return passwordRefused(problem);

  const stopped = await countGuess(context, request.network);
  if (stopped) return stopped;
  // First checked without spending it: hashing is expensive, so a wrong code must cost an attempt before it.
  const first = await transact(context, (tx) => check(tx, request, true));
  if (!first.ok) return first;
  await refundGuess(context, request.network);
  if (connectionTicket !== undefined && !(await isValidConnectionTicket(context, connectionTicket)))
    return err('token.not_found');
  const hash = password === undefined ? undefined : await hashPassword(password);
  if (hash === 'busy') return tooBusy(context);

  return withTransaction(context, async (tx) => {
    const proven = await check(tx, request, false);
    if (!proven.ok) return proven;
    const member = await createMember(tx, {
      email: proven.value,
      emailVerified: true,
      locale: request.locale,
    });
    if (member === 'email_taken') return err('user.signup.email_exists');
    if (hash !== undefined) await storePasswordHash(tx, member.id, hash);
    if (connectionTicket !== undefined && !(await link(tx, member, request, connectionTicket))) {
      return err('token.not_found');
    }
    await recordAcceptance(tx, member.id, request.termsVersion);
    await recordEvent(tx, member.id, 'terms_accepted', request.device);
    await welcome(tx, member, request.device, hash !== undefined);
    return ok({ accessToken: await tx.sessions.issueSignUpToken(tx, member.id) });
  });
}

async function check(
  tx: AccountContext,
  { email, code, request, network }: SignUpRequest,
  keep: boolean,
): Promise<Outcome<string>> {
  const { check: right, holder } = await checkPublicCode(
    tx,
    { type: 'signup', email, code, request, network },
    { keep },
  );
  if (!right.ok) return right;
  return holder ? err('user.signup.email_exists') : ok(right.value.target);
}

/** Links the account of the ticket; false if the ticket is spent or another member has linked that account since. */
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

/** Sends the welcome message; for a member without a password it has a link to set one. */
async function welcome(
  tx: AccountContext,
  member: MemberRecord,
  device: SignUpRequest['device'],
  hasPassword: boolean,
): Promise<void> {
  const { locale } = member;
  const setPasswordUrl = hasPassword
    ? undefined
    : portalUrl(tx, locale, VERIFY_EMAIL_PATH, {
        code: await issueMailLink(tx, member, 'verify_email_link'),
        type: 'verify_email_link',
      });
  const homeUrl = portalUrl(tx, locale, '/my-page');
  const at = tx.clock.now();
  const message = { kind: 'sign_up_welcome', at, device, homeUrl, setPasswordUrl } as const;
  await tx.sendMessage(tx, member, message);
}

/** Long enough to sign up: enter an address, wait for the code and find it. */
export const CONNECTION_TICKET_MS = 30 * 60 * 1000;

const tickets = oneTimeSecrets(connectionTickets);

/** Issues a ticket for the sign-up of somebody who has just proven this account; it is valid once. */
export async function issueConnectionTicket(context: DomainContext, account: ConnectedAccount) {
  return (await tickets.issue(context, account, CONNECTION_TICKET_MS)).secret;
}

/** Spends a ticket in the transaction that creates the member; undefined if it is not valid. */
export async function spendConnectionTicket(
  tx: DomainContext,
  ticket: string,
): Promise<ConnectedAccount | undefined> {
  const spent = await tickets.spend(tx, ticket);
  return spent && { connection: spent.connection, subject: spent.subject };
}

export async function isValidConnectionTicket(context: DomainContext, ticket: string) {
  return (await tickets.find(context, ticket)) !== undefined;
}
