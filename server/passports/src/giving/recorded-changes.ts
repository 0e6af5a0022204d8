import type { AccountContext } from '@portal/server-members/account-context';
import { findMemberById } from '@portal/server-members/members';
import type { CameBack } from '@portal/server-members/messages';
import type { DomainContext } from '@portal/server-platform/database/database';
import { equals, updateRows } from '@portal/server-platform/database/rows';
import { and, eq, gte } from 'drizzle-orm';
import { notifyMember } from '../mails/notifications.ts';
import { passportFacts } from '../mails/passport-mails.ts';
import { changePassport, drawMemberCode, lockPassports } from '../passport/access.ts';
import { isPayer, type PassportRecord, waitsForCash } from '../passport/passport.ts';
import { type Use, usesSince } from '../passport/turnstile-uses.ts';
import { passportChanges, passports } from '../schema/passports.ts';
import { holdOf } from './hold.ts';
import type { Who } from './transfer.ts';

/** What an owner changes of who gets in, of what the gate sees, and of what is sent. */
export type PassportChangeKind = (typeof passportChanges.$inferSelect)['kind'];

const JUST_BOUGHT_MS = 60 * 60 * 1000;

/** Whether the member has just bought the passport, and is still setting it up: nobody else had it before. */
const isJustBought = ({ clock }: DomainContext, memberId: string, passport: PassportRecord) =>
  isPayer(passport, memberId) &&
  clock.now().getTime() - passport.createdAt.getTime() < JUST_BOUGHT_MS;

/**
 * Whether a passport of the member cannot be changed from this session yet, because its browser or the password
 * is new (product rule 14.709). What was just bought is theirs to set up at once.
 */
export async function isChangeHeld(
  tx: AccountContext,
  { memberId, sessionUid }: Who,
  passport: PassportRecord,
): Promise<boolean> {
  if (isJustBought(tx, memberId, passport)) return false;
  const member = await findMemberById(tx, memberId);
  return member !== undefined && (await holdOf(tx, member, sessionUid)) !== null;
}

/**
 * Tells the owner of a locked passport on every channel what has been changed, and keeps what was before, for 72
 * hours to be taken back. Who sets up what they have just bought is not told.
 * @param before the passport before the change
 */
export async function recordPassportChange(
  tx: AccountContext,
  { memberId, device }: Who,
  before: PassportRecord,
  kind: PassportChangeKind,
): Promise<void> {
  if (isJustBought(tx, memberId, before)) return;
  const passport = passportFacts(before);
  await tx.announcePassport(tx, { notice: `passport_${kind}`, memberId, passport, device });
  await notifyMember(tx, memberId, before.id, { kind });
  // After the announcement, whose link reaches back to its own moment.
  await tx.db.insert(passportChanges).values({
    passportId: before.id,
    memberId,
    kind,
    beforeDesignId: before.designId,
    beforePhotoId: before.photoId,
    changedAt: tx.clock.now(),
  });
}

/**
 * Takes back what was changed since a moment of passports that are a member's: photo and design are as before,
 * an ordered card is void, and what was cancelled is valid where its money has not gone back. Call it with the
 * member's row locked, and after gifts have come back.
 */
export async function undoPassportChanges(
  tx: AccountContext,
  memberId: string,
  since: Date,
): Promise<CameBack> {
  const theirs = equals(passportChanges, { memberId, undoneAt: null });
  const which = and(theirs, gte(passportChanges.changedAt, since));
  const changes = await updateRows(tx, passportChanges, which, { undoneAt: tx.clock.now() });
  let restored = 0;
  const uses: Use[] = [];
  for (const id of [...new Set(changes.map((change) => change.passportId))].toSorted()) {
    const ofThis = changes
      .filter((change) => change.passportId === id)
      .toSorted((one, other) => one.changedAt.getTime() - other.changedAt.getTime());
    const [first] = ofThis;
    const [passport] = await lockPassports(tx, eq(passports.id, id));
    if (!first || passport?.ownerId !== memberId) continue;
    uses.push(...(await usesSince(tx, id, first.changedAt)));
    const cardWasOrdered = ofThis.some(({ kind }) => kind === 'card_ordered');
    const isRevived = ofThis.some(({ kind }) => kind === 'canceled') && waitsForCash(passport);
    await changePassport(tx, id, {
      designId: first.beforeDesignId,
      photoId: first.beforePhotoId,
      codeVersion: passport.codeVersion + 1,
      ...(isRevived && { canceledAt: null, paymentStatus: 'paid' }),
      ...(cardWasOrdered && {
        physicalCardIssuedAt: null,
        extMemberCode: await drawMemberCode(tx),
      }),
    });
    restored += 1;
  }
  return { passports: restored, uses };
}
