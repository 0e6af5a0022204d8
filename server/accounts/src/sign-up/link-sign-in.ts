import { createHash } from 'node:crypto';
import type { AccountContext } from '@portal/server-members/account-context';
import {
  type ConnectedAccount,
  type LinkableAccount,
  linkConnection,
} from '@portal/server-members/connections';
import type { RequestDevice } from '@portal/server-members/devices';
import { recordEvent } from '@portal/server-members/events';
import { changeMember, findMemberById, lockMember } from '@portal/server-members/members';
import { connections } from '@portal/server-members/schema/members';
import { transact } from '@portal/server-platform/database/database';
import { deleteRows } from '@portal/server-platform/database/rows';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import type { Locale } from '@portal/shared-contract';
import { maskEmail } from '@portal/shared-contract';
import { checkCode } from '../codes/check-code.ts';
import { type CodeBinding, sendCode } from '../codes/send-code.ts';
import { notSent, type SentMemberCode } from '../codes/send-code-to.ts';

/**
 * Sends a code to the member's address. The provider says that the person has this address; the code shows
 * that the person also reads its mail, and the message tells the member what is about to happen.
 */
export async function sendLinkCode(
  context: AccountContext,
  { account, memberId }: LinkableAccount,
  request: {
    readonly locale?: Locale | undefined;
    readonly network: string;
    readonly work?: string | undefined;
    readonly device?: RequestDevice | undefined;
  },
): Promise<Outcome<SentMemberCode>> {
  const member = await findMemberById(context, memberId);
  if (!member || member.closedAt) return err('auth.unauthorized');
  const { locale = member.locale, network, work, device } = request;
  const sent = await sendCode(context, {
    ...bindingOf(account),
    target: { channel: 'email', address: member.email, confirmed: member.emailVerified },
    locale,
    network,
    asker: 'holder',
    work,
    device,
  });
  if (sent.kind !== 'sent') return notSent(sent);
  const { resendAt, expiresAt } = sent;
  return ok({ channel: 'email', masked: maskEmail(member.email), resendAt, expiresAt });
}

/** Links the account to the member by the code, which also confirms the address. */
export async function linkSignIn(
  context: AccountContext,
  { account, memberId }: LinkableAccount,
  { code, device }: { readonly code: string; readonly device?: RequestDevice | undefined },
): Promise<Outcome<undefined>> {
  // Not `withLockedMember`, because a refusal would roll back the count of a wrong code.
  return transact(context, async (tx) => {
    const member = await lockMember(tx, memberId);
    if (!member) return err('auth.unauthorized');
    const check = await checkCode(
      tx,
      bindingOf(account),
      code,
      (target) => target === member.email,
      { budget: { kind: 'strangers', account: memberId }, mailsLock: false },
    );
    if (check.kind === 'too_many') return err('too_many_attempts');
    if (check.kind !== 'right') return err('user.code_invalid');
    if (!member.emailVerified) await handOver(tx, memberId, account.connection);
    if ((await linkConnection(tx, memberId, account)) === 'has_another') {
      return err('user.code_invalid');
    }
    await recordEvent(tx, memberId, 'email_verified', device);
    return ok(undefined);
  });
}

/** What the one who claimed the address has typed is not its owner's. */
const NO_PROFILE = {
  firstName: null,
  lastName: null,
  firstNameKana: null,
  lastNameKana: null,
  dateOfBirth: null,
  gender: null,
  postalCode: null,
  prefectureId: null,
  prefectureName: null,
  city: null,
  address: null,
  country: null,
  phone: null,
  phoneCountryCode: null,
  phoneConfirmedAt: null,
  emailOptIn: null,
} as const;

/** Who reads the mail of an unconfirmed address owns the account, and not who has only claimed the address. */
async function handOver(tx: AccountContext, memberId: string, connection: string): Promise<void> {
  await deleteRows(tx, connections, { memberId, connection });
  await tx.sessions.endAll(tx, memberId);
  await changeMember(tx, memberId, { ...NO_PROFILE, emailVerified: true });
}

/** The code of one account links no other one. */
function bindingOf({ connection, subject }: ConnectedAccount): CodeBinding {
  const account = createHash('sha256').update(JSON.stringify([connection, subject]));
  return { type: 'link_sign_in', subject: account.digest('base64url') };
}
