import { type AccountContext, portalUrl } from '@portal/server-members/account-context';
import { recordEvent } from '@portal/server-members/events';
import { type MemberRecord, normalizeEmail, reloadMember } from '@portal/server-members/members';
import type { ChangeNotice, SecurityMessage } from '@portal/server-members/messages';
import type { DomainContext } from '@portal/server-platform/database/database';
import { equals } from '@portal/server-platform/database/rows';
import { oneTimeSecrets } from '@portal/server-platform/limits/one-time-secrets';
import { UNDO_CHANGES_MS, UNDO_CHANGES_PATH } from '@portal/shared-contract';
import { and, asc, gt } from 'drizzle-orm';
import { isFromOwnBrowser } from '../browsers/known-devices.ts';
import { endAllTrust } from '../browsers/trusted-browsers.ts';
import { changeUndos } from '../schema/changes.ts';
import { type Before, readBefore } from './sign-in-settings.ts';

export const undoSecrets = oneTimeSecrets(changeUndos);

export type Change = Pick<SecurityMessage, 'device' | 'detail' | 'until' | 'gift' | 'passport'> & {
  readonly notice: ChangeNotice;
  readonly transferId?: string | undefined;
};

/**
 * Records a change of the sign-in settings, of a passport or of where something is sent in the list of activities and
 * mails the member, in the transaction of the change.
 *
 * The link that takes the change back goes to the address that the member had 72 hours ago. An
 * address that somebody has entered since gets the message without a link, so that whoever changed
 * the address cannot take back what its owner does.
 *
 * Every trusted browser takes the second step again, because whoever trusted it may have been somebody
 * else; not after what changes nothing about signing in.
 * @param before read before the change was written
 */
export async function announceChange(
  tx: AccountContext,
  { member, settings }: Before,
  { transferId, ...about }: Change,
): Promise<void> {
  const { notice } = about;
  await recordEvent(tx, member.id, notice, about.device);
  if (!/^(passport|address)_/.test(notice)) await endAllTrust(tx, member.id);
  const at = tx.clock.now();
  const first = await firstChangeOfWindow(tx, member.id);
  const values = {
    memberId: member.id,
    changedAt: at,
    before: settings,
    fromOwnBrowser: await isFromOwnBrowser(tx, member),
    undoesSince: first?.changedAt ?? at,
    transferId: transferId ?? null,
  };
  const { secret: token } = await undoSecrets.issue(tx, values, UNDO_CHANGES_MS);
  const url = portalUrl(tx, member.locale, UNDO_CHANGES_PATH, { token });
  const email = first?.email ?? member.email;
  const message = { kind: 'security_notice', at, ...about } as const;
  const newPassword = !tx.config.otherProvider;
  const wayOut = { kind: 'undo', url, since: values.undoesSince, newPassword } as const;
  await tx.sendMessage(tx, { ...member, email }, { ...message, wayOut });
  if (normalizeEmail(email) !== member.emailNormalized) await tellNewAddress(tx, member, message);
}

/** The address that a member had 72 hours ago, which whoever has changed it since does not read. */
export async function addressOfWindow(tx: DomainContext, member: MemberRecord): Promise<string> {
  return (await firstChangeOfWindow(tx, member.id))?.email ?? member.email;
}

async function tellNewAddress(
  tx: AccountContext,
  member: MemberRecord,
  message: Omit<SecurityMessage, 'wayOut'>,
): Promise<void> {
  // There is none to set here where another identity provider has the passwords.
  const newPasswordUrl = tx.config.otherProvider
    ? undefined
    : portalUrl(tx, member.locale, '/reset-password');
  await tx.sendMessage(tx, member, {
    ...message,
    wayOut: { kind: 'former_address', newPasswordUrl },
  });
}

/** The first change of the last 72 hours that was not taken back, and the address before it. */
async function firstChangeOfWindow({ db, clock }: DomainContext, memberId: string) {
  const since = new Date(clock.now().getTime() - UNDO_CHANGES_MS);
  const notUndone = equals(changeUndos, { memberId, usedAt: null });
  const [first] = await db
    .select()
    .from(changeUndos)
    .where(and(notUndone, gt(changeUndos.changedAt, since)))
    .orderBy(asc(changeUndos.changedAt))
    .limit(1);
  return first && { changedAt: first.changedAt, email: first.before.email };
}

export const announcePassport: AccountContext['announcePassport'] = async (
  tx,
  { memberId, ...announced },
) => announceChange(tx, await readBefore(tx, await reloadMember(tx, memberId)), announced);
