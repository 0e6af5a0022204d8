import type { AccountContext } from '@portal/server-members/account-context';
import { recordEvent } from '@portal/server-members/events';
import {
  type ActingMember,
  changeMember,
  type MemberRecord,
  reloadMember,
  withLockedMember,
} from '@portal/server-members/members';
import { recordAcceptance, termsInForce } from '@portal/server-members/terms';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import { spendStepUp } from '../codes/step-up.ts';

/** Marks the current address as verified; it must be the one that the code was sent to. */
export function verifyEmail(
  context: AccountContext,
  { memberId, device }: ActingMember,
): Promise<Outcome<MemberRecord>> {
  return withLockedMember(context, memberId, async (tx, member) => {
    if (member.emailVerified) return ok(member);
    const claim = { member, type: 'verify_email_by_user', target: member.email } as const;
    if (!(await spendStepUp(tx, claim))) return err('verify_email_by_user.code.invalid');
    await changeMember(tx, memberId, { emailVerified: true });
    await recordEvent(tx, memberId, 'email_verified', device);
    return ok(await reloadMember(tx, memberId));
  });
}

/** Accepts the terms in force and stores a dated receipt, once per version. */
export function acceptTerms(
  context: AccountContext,
  { memberId, device }: ActingMember,
): Promise<Outcome<MemberRecord>> {
  return withLockedMember(context, memberId, async (tx) => {
    const version = await termsInForce(tx);
    if (version === undefined) return err('request.not_found');
    const isNew = await recordAcceptance(tx, memberId, version);
    if (isNew) await recordEvent(tx, memberId, 'terms_accepted', device);
    return ok(await reloadMember(tx, memberId));
  });
}
