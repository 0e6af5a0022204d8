import { type AccountContext, portalUrl } from '@portal/server-members/account-context';
import type { MemberRecord } from '@portal/server-members/members';
import { members } from '@portal/server-members/schema/members';
import { type DomainContext, queryRows } from '@portal/server-platform/database/database';
import { deleteRows, equals, findRow, updateRows } from '@portal/server-platform/database/rows';
import { newSecret, secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { CODE_TRIES, RESET_LINK_MS, RESET_LINK_PATH } from '@portal/shared-contract';
import { and, gt, sql } from 'drizzle-orm';
import { verificationCodes } from '../schema/codes.ts';

/** The member who has an address, with only the fields that public calls need. */
export type AddressHolder = {
  readonly id: string;
  readonly email: string;
  /** When the account was closed; the address stays reserved until it is erased. */
  readonly closedAt: Date | null;
  readonly devicesKnownSince: Date | null;
};

/** Looks up an address in the same time whether a member has it or not: with one query that finds one row. */
export async function findAddressHolder(
  { db }: DomainContext,
  emailNormalized: string,
): Promise<AddressHolder | undefined> {
  const [row] = await queryRows<{
    id: string | null;
    email: string | null;
    closed_at: number | null;
    devices_since: number | null;
  }>(
    db,
    sql`select holder.id, holder.email,
        (extract(epoch from holder.closed_at) * 1000)::float8 as closed_at,
        (extract(epoch from holder.devices_known_since) * 1000)::float8 as devices_since
      from (select 1) as always left join ${members} as holder
      on holder.email_normalized = ${emailNormalized}`,
  );
  if (!row?.id || !row.email) return undefined;
  const { id, email, closed_at: closedAt, devices_since: since } = row;
  return { id, email, closedAt: dateOf(closedAt), devicesKnownSince: dateOf(since) };
}

/** @param ms since 1970 */
const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/** The member of a ticket or a link, and the address that was proven. */
export type TicketHolder = { readonly memberId: string; readonly target: string };

const TYPE = 'mfa_forgot_password';

/** Issues a link for a new password without a code, in the transaction that makes the present one void. */
export async function issueResetLink(
  tx: AccountContext,
  { email, emailNormalized, locale }: MemberRecord,
): Promise<{ readonly secret: string; readonly url: string }> {
  const secret = newSecret();
  const now = tx.clock.now();
  await tx.db.insert(verificationCodes).values({
    type: TYPE,
    subject: emailNormalized,
    target: email,
    // No browser holds this request, and nobody this code.
    request: secretHash(newSecret()),
    codeHash: secretHash(newSecret()),
    failedAttempts: CODE_TRIES,
    sentAt: now,
    resendAt: now,
    expiresAt: now,
    linkHash: secretHash(secret),
    linkExpiresAt: new Date(now.getTime() + RESET_LINK_MS),
  });
  return { secret, url: portalUrl(tx, locale, RESET_LINK_PATH, { code: secret }) };
}

/** Finds the member of a link for a new password; void after its code, a new password or another address. */
export async function holderOfResetLink(
  context: DomainContext,
  secret: string,
): Promise<TicketHolder | undefined> {
  const isUnused = equals(verificationCodes, { ...linkOf(secret), type: TYPE });
  const isGood = and(isUnused, gt(verificationCodes.linkExpiresAt, context.clock.now()));
  const sent = await findRow(context, verificationCodes, isGood);
  const holder = sent && (await findAddressHolder(context, sent.subject));
  if (!sent || !holder || holder.email !== sent.target) return undefined;
  return { memberId: holder.id, target: sent.target };
}

/** Spends the link as the new password is stored; of two parallel calls the second finds it used. */
export async function spendResetLink(
  tx: DomainContext,
  secret: string,
): Promise<TicketHolder | undefined> {
  const holder = await holderOfResetLink(tx, secret);
  if (!holder) return undefined;
  const used = { usedAt: tx.clock.now() };
  const spent = await updateRows(tx, verificationCodes, linkOf(secret), used);
  return spent.length > 0 ? holder : undefined;
}

/** Makes every code and link for a new password of an address void. */
export const removeResetCodes = (context: DomainContext, subject: string): Promise<unknown> =>
  deleteRows(context, verificationCodes, { type: TYPE, subject });

const linkOf = (secret: string) => ({ linkHash: secretHash(secret), usedAt: null });
