import { changeMember, type MemberRecord, reloadMember } from '@portal/server-members/members';
import { connections } from '@portal/server-members/schema/members';
import type { DomainContext } from '@portal/server-platform/database/database';
import { deleteRows, equals, findRow, updateRows } from '@portal/server-platform/database/rows';
import { and, asc, eq, gte } from 'drizzle-orm';
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
  const app = await findRow(tx, totpSecrets, { memberId: member.id });
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
export async function removeWaysInSince({ db }: DomainContext, memberId: string, since: Date) {
  const others = equals(passkeys, { memberId, fromOwnBrowser: false });
  await db.delete(passkeys).where(and(others, gte(passkeys.createdAt, since)));
  const theirs = equals(connections, { memberId });
  await db.delete(connections).where(and(theirs, gte(connections.createdAt, since)));
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
  const [{ phone, phoneCountryCode, mfaEnabled, mfaChannel, mfaWithoutCodes, ...first }] = history;
  const phoneConfirmedAt = dateOf(first.phoneConfirmedAt);
  await changeMember(tx, memberId, { phone, phoneCountryCode, phoneConfirmedAt });
  await changeMember(tx, memberId, { mfaEnabled, mfaChannel, mfaWithoutCodes });
  await restoreApp(tx, memberId, first.totp);
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
  const { settings: present } = await readBefore(tx, await reloadMember(tx, memberId));
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

async function restoreApp(tx: DomainContext, memberId: string, totp: SignInSettings['totp']) {
  const present = await findRow(tx, totpSecrets, { memberId });
  // The same app, which may have been sealed again with the next key since.
  if (totp && present?.confirmedAt?.toISOString() === totp.confirmedAt) {
    // A new app that is not confirmed yet would otherwise be confirmed by whoever has begun it.
    await updateRows(tx, totpSecrets, { memberId }, { pendingSecret: null });
    return;
  }
  await deleteRows(tx, totpSecrets, { memberId });
  if (!totp) return;
  const at = new Date(totp.confirmedAt);
  const { sealedSecret } = totp;
  await tx.db
    .insert(totpSecrets)
    .values({ memberId, sealedSecret, confirmedAt: at, createdAt: at });
}

/** Codes that were used before new ones replaced them stay used. */
async function restoreRecoveryCodes(
  tx: DomainContext,
  memberId: string,
  history: readonly [SignInSettings, ...SignInSettings[]],
) {
  const madeAt = (settings: SignInSettings) => settings.recoveryCodes[0]?.createdAt;
  const [first] = history;
  const present = await findRow(tx, recoveryCodes, { memberId });
  if (present?.createdAt.toISOString() === madeAt(first)) return;
  await deleteRows(tx, recoveryCodes, { memberId });
  const last = history.findLast((settings) => madeAt(settings) === madeAt(first)) ?? first;
  if (last.recoveryCodes.length === 0) return;
  await tx.db.insert(recoveryCodes).values(
    last.recoveryCodes.map(({ codeHash, createdAt, usedAt }) => ({
      memberId,
      codeHash,
      createdAt: new Date(createdAt),
      usedAt: dateOf(usedAt),
    })),
  );
}

export const deliveryOf = (member: MemberRecord): Delivery =>
  Object.fromEntries(DELIVERY_COLUMNS.map((name) => [name, member[name]])) as Delivery;

/** Restores name and address as they were before the first change of them since a moment. */
export async function restoreDelivery(
  tx: DomainContext,
  memberId: string,
  since: Date,
): Promise<void> {
  const first = (await changesSince(tx, memberId, since)).find(({ before }) => before.delivery);
  if (first?.before.delivery) await changeMember(tx, memberId, first.before.delivery);
}

export const changesSince = ({ db }: DomainContext, memberId: string, since: Date) =>
  db
    .select()
    .from(changeUndos)
    .where(and(equals(changeUndos, { memberId }), gte(changeUndos.changedAt, since)))
    .orderBy(asc(changeUndos.changedAt));

const dateOf = (text: string | null) => (text === null ? null : new Date(text));
