import { findMemberById, type MemberRecord } from '@portal/server-members/members';
import { connections, members } from '@portal/server-members/schema/members';
import type { DomainContext } from '@portal/server-platform/database/database';
import { and, asc, eq, gte, isNotNull } from 'drizzle-orm';
import {
  changeUndos,
  DELIVERY_COLUMNS,
  type Delivery,
  type SignInSettings,
} from '../schema/changes.ts';
import { passkeys, recoveryCodes, totpSecrets } from '../schema/second-step-methods.ts';

/** A member and the sign-in settings, read in the transaction of a change and before it. */
export type Before = { readonly member: MemberRecord; readonly settings: SignInSettings };

/** Reads what a change is about to replace. Call it with the member's row locked. */
export async function readBefore(tx: DomainContext, member: MemberRecord): Promise<Before> {
  const { email, phone, phoneCountryCode, mfaEnabled, mfaChannel, mfaWithoutCodes } = member;
  const [app] = await tx.db
    .select({ sealedSecret: totpSecrets.sealedSecret, confirmedAt: totpSecrets.confirmedAt })
    .from(totpSecrets)
    .where(and(eq(totpSecrets.memberId, member.id), isNotNull(totpSecrets.confirmedAt)));
  const codes = await tx.db
    .select()
    .from(recoveryCodes)
    .where(eq(recoveryCodes.memberId, member.id))
    .orderBy(asc(recoveryCodes.codeHash));
  return {
    member,
    settings: {
      email,
      phone,
      phoneCountryCode,
      phoneConfirmedAt: member.phoneConfirmedAt?.toISOString() ?? null,
      mfaEnabled,
      mfaChannel,
      mfaWithoutCodes,
      totp:
        app?.sealedSecret && app.confirmedAt
          ? { sealedSecret: app.sealedSecret, confirmedAt: app.confirmedAt.toISOString() }
          : null,
      recoveryCodes: codes.map(({ codeHash, createdAt, usedAt }) => ({
        codeHash,
        createdAt: createdAt.toISOString(),
        usedAt: usedAt?.toISOString() ?? null,
      })),
    },
  };
}

/**
 * Removes the ways to sign in that were added since a moment, except for passkeys from the member's own browser.
 * One that was removed since stays removed: it may be on a device that the member has lost, and the mailed link lets
 * the member in.
 */
export async function removeWaysInSince(
  { db }: DomainContext,
  memberId: string,
  since: Date,
): Promise<void> {
  await db
    .delete(passkeys)
    .where(
      and(
        eq(passkeys.memberId, memberId),
        gte(passkeys.createdAt, since),
        eq(passkeys.fromOwnBrowser, false),
      ),
    );
  await db
    .delete(connections)
    .where(and(eq(connections.memberId, memberId), gte(connections.createdAt, since)));
}

/**
 * Restores the second step, the phone number, the authenticator app and the recovery codes. A
 * second step that was removed comes back: it opens nothing without the first one.
 * @param changes the settings before each change that is taken back, the oldest first
 */
export async function restoreSecondSteps(
  tx: DomainContext,
  memberId: string,
  changes: readonly [Past, ...Past[]],
): Promise<void> {
  const history = await wantedHistory(tx, memberId, changes);
  const [{ phone, phoneCountryCode, phoneConfirmedAt, ...secondStep }] = history;
  await tx.db
    .update(members)
    .set({
      phone,
      phoneCountryCode,
      phoneConfirmedAt: dateOf(phoneConfirmedAt),
      mfaEnabled: secondStep.mfaEnabled,
      mfaChannel: secondStep.mfaChannel,
      mfaWithoutCodes: secondStep.mfaWithoutCodes,
      updatedAt: tx.clock.now(),
    })
    .where(eq(members.id, memberId));
  await restoreApp(tx, memberId, history[0].totp);
  await restoreRecoveryCodes(tx, memberId, history);
}

/** The settings before a change, and whether it came from the member's own browser. */
export type Past = SignInSettings & { readonly fromOwnBrowser: boolean };

/**
 * The settings to restore, with those before each change behind them. A second step that was added in the member's own
 * browser stays, as it was then: whoever can do no more than read the mailbox would otherwise take it away.
 */
async function wantedHistory(
  tx: DomainContext,
  memberId: string,
  changes: readonly [Past, ...Past[]],
): Promise<[SignInSettings, ...SignInSettings[]]> {
  const member = await findMemberById(tx, memberId);
  if (!member) throw new Error('The member whose changes are taken back no longer exists');
  const { settings: present } = await readBefore(tx, member);
  let [wanted]: readonly SignInSettings[] = changes;
  for (const [at, before] of changes.entries()) {
    if (!before.fromOwnBrowser || !wanted) continue;
    const after = changes[at + 1] ?? present;
    const { phone, phoneCountryCode, phoneConfirmedAt, totp, recoveryCodes } = after;
    const { mfaEnabled, mfaChannel, mfaWithoutCodes } = after;
    wanted = {
      ...wanted,
      ...(totp && !before.totp && { totp, recoveryCodes }),
      ...(phoneConfirmedAt &&
        !before.phoneConfirmedAt && { phone, phoneCountryCode, phoneConfirmedAt }),
      ...(mfaEnabled && !before.mfaEnabled && { mfaEnabled, mfaChannel, mfaWithoutCodes }),
    };
  }
  return wanted ? [wanted, ...changes] : [...changes];
}

async function restoreApp({ db }: DomainContext, memberId: string, totp: SignInSettings['totp']) {
  const isMembers = eq(totpSecrets.memberId, memberId);
  const [present] = await db.select().from(totpSecrets).where(isMembers);
  // The same app, which may have been sealed again with the next key since.
  if (totp && dateText(present?.confirmedAt) === totp.confirmedAt) {
    // A new app that is not confirmed yet would otherwise be confirmed by whoever has begun it.
    await db.update(totpSecrets).set({ pendingSecret: null }).where(isMembers);
    return;
  }
  await db.delete(totpSecrets).where(isMembers);
  if (!totp) return;
  const confirmedAt = new Date(totp.confirmedAt);
  const { sealedSecret } = totp;
  await db
    .insert(totpSecrets)
    .values({ memberId, sealedSecret, confirmedAt, createdAt: confirmedAt });
}

/** Codes that were used before new ones replaced them stay used. */
async function restoreRecoveryCodes(
  { db }: DomainContext,
  memberId: string,
  history: readonly [SignInSettings, ...SignInSettings[]],
) {
  const madeAt = (settings: SignInSettings) => settings.recoveryCodes[0]?.createdAt;
  const [first] = history;
  const isMembers = eq(recoveryCodes.memberId, memberId);
  const [present] = await db.select().from(recoveryCodes).where(isMembers).limit(1);
  if (present?.createdAt.toISOString() === madeAt(first)) return;
  await db.delete(recoveryCodes).where(isMembers);
  const last = history.findLast((settings) => madeAt(settings) === madeAt(first)) ?? first;
  if (last.recoveryCodes.length === 0) return;
  await db.insert(recoveryCodes).values(
    last.recoveryCodes.map(({ codeHash, createdAt, usedAt }) => ({
      memberId,
      codeHash,
      createdAt: new Date(createdAt),
      usedAt: dateOf(usedAt),
    })),
  );
}

/** What of the member decides to whom and where a card is sent. */
export const deliveryOf = (member: MemberRecord): Delivery =>
  Object.fromEntries(DELIVERY_COLUMNS.map((name) => [name, member[name]])) as Delivery;

/** Restores name and address as they were before the first change of them since a moment. */
export async function restoreDelivery(
  { db, clock }: DomainContext,
  memberId: string,
  since: Date,
): Promise<void> {
  const rows = await db
    .select({ before: changeUndos.before })
    .from(changeUndos)
    .where(and(eq(changeUndos.memberId, memberId), gte(changeUndos.changedAt, since)))
    .orderBy(asc(changeUndos.changedAt));
  const first = rows.find(({ before }) => before.delivery)?.before.delivery;
  if (!first) return;
  await db
    .update(members)
    .set({ ...first, updatedAt: clock.now() })
    .where(eq(members.id, memberId));
}

const dateText = (date: Date | null | undefined) => date?.toISOString();
const dateOf = (text: string | null) => (text === null ? null : new Date(text));
