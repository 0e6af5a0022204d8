import { desc, eq, lte } from 'drizzle-orm';
import { members } from '../../db/schema/members.ts';
import { termsAcceptances, termsVersions } from '../../db/schema/terms.ts';
import type { AccountContext } from '../account-context.ts';
import { spendStepUp } from '../codes/step-up.ts';
import { recordEvent } from '../events.ts';
import type { MemberRecord } from '../members.ts';
import { type Actor, actAs, reread } from './actor.ts';
import { done, type Outcome, refused } from './outcome.ts';

/** Marks the present address as verified; it must be the one that the code went to. */
export function verifyEmail(
  context: AccountContext,
  { memberId, device }: Actor,
): Promise<Outcome<MemberRecord>> {
  return actAs(context, memberId, async (tx, member) => {
    if (member.emailVerified) return done(member);
    const claim = { member, type: 'verify_email_by_user', target: member.email } as const;
    if (!(await spendStepUp(tx, claim))) return refused('verify_email_by_user.code.invalid');
    await tx.db
      .update(members)
      .set({ emailVerified: true, updatedAt: tx.clock.now() })
      .where(eq(members.id, memberId));
    await recordEvent(tx, memberId, 'email_verified', device);
    return done(await reread(tx, memberId));
  });
}

/** Agrees to the terms in force and keeps a dated receipt; once per version. */
export function acceptTerms(
  context: AccountContext,
  { memberId, device }: Actor,
): Promise<Outcome<MemberRecord>> {
  return actAs(context, memberId, async (tx, member) => {
    const now = tx.clock.now();
    const [inForce] = await tx.db
      .select({ version: termsVersions.version })
      .from(termsVersions)
      .where(lte(termsVersions.inForceFrom, now))
      .orderBy(desc(termsVersions.inForceFrom))
      .limit(1);
    if (!inForce) return refused('request.not_found');
    const { version } = inForce;
    const accepted = await tx.db
      .insert(termsAcceptances)
      .values({ memberId, version, acceptedAt: now })
      .onConflictDoNothing()
      .returning({ version: termsAcceptances.version });
    if (accepted.length === 0 && member.termsAcceptedVersion === version) return done(member);
    await tx.db
      .update(members)
      .set({ termsAcceptedVersion: version, updatedAt: now })
      .where(eq(members.id, memberId));
    await recordEvent(tx, memberId, 'terms_accepted', device);
    return done(await reread(tx, memberId));
  });
}
