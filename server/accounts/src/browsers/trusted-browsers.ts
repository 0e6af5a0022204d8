import { nameDevice, type RequestDevice, USER_AGENT_MAX } from '@portal/server-members/devices';
import { seal, unseal } from '@portal/server-platform/crypto/sealed-text';
import type { DomainContext } from '@portal/server-platform/database/database';
import { deleteRows, equals, findRow, updateRows } from '@portal/server-platform/database/rows';
import { newSecret, secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { TRUST_DAYS } from '@portal/shared-contract';
import { and, desc, eq, gt, isNotNull, isNull, lte, ne, or } from 'drizzle-orm';
import { trustedBrowsers } from '../schema/browsers.ts';

/** As long as the answer to a renewal is repeated (docs/decisions/0013-refresh-in-two-statements.md). */
const REPEAT_MS = 10_000;
const TRUST_MS = TRUST_DAYS * 24 * 60 * 60 * 1000;

export type Trust = {
  readonly id: string;
  readonly memberId: string;
  readonly secret: string;
};

type TrustingBrowser = {
  /** The id of the browser as a known device, which it keeps in another cookie. */
  readonly knownDevice: string;
  readonly device: RequestDevice;
};

export type TrustedBrowserRecord = typeof trustedBrowsers.$inferSelect;

type TrustUse =
  /** The second step is not needed, and the browser keeps the new secret. */
  | { readonly kind: 'trusted'; readonly trust: Trust }
  /** Its secret was used before, or is not of this known device. */
  | { readonly kind: 'copied' }
  /** The browser names itself otherwise than when it was trusted: the trust is kept, and not used. */
  | { readonly kind: 'renamed' }
  | { readonly kind: 'ended' };

/** Trusts a browser for 30 days. The hash that is stored also covers the id of the known device. */
export async function trustBrowser(
  { db, clock }: DomainContext,
  memberId: string,
  { knownDevice, device }: TrustingBrowser,
): Promise<Trust> {
  const secret = newSecret();
  const now = clock.now();
  const [row] = await db
    .insert(trustedBrowsers)
    .values({
      memberId,
      secretHash: hashOf(secret, knownDevice),
      ...lastSeen(device),
      createdAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + TRUST_MS),
    })
    .returning({ id: trustedBrowsers.id });
  if (!row) throw new Error('The trusted browser was not stored');
  return { id: row.id, memberId, secret };
}

/**
 * Uses a trust at a sign-in and gives the browser a new secret for it; the 30 days go on. For ten seconds
 * the former secret gets the same answer, so that two tabs of one browser can sign in at once and a lost
 * answer costs nothing. A secret that was used before that, or that comes from another known device, is a
 * copy: somebody has what only the owner's browser should have. A browser that names itself otherwise is none: it does so
 * where its member asks for the desktop site.
 */
export async function useTrust(
  context: DomainContext,
  { id, memberId, secret }: Trust,
  { knownDevice, device }: TrustingBrowser,
): Promise<TrustUse> {
  const now = context.clock.now();
  const isTrust = equals(trustedBrowsers, { id, memberId });
  const isGood = and(isTrust, gt(trustedBrowsers.expiresAt, now));
  const row = await findRow(context, trustedBrowsers, isGood);
  if (!row) return { kind: 'ended' };
  const given = hashOf(secret, knownDevice);
  const isRepeat = ({ formerHash, lastUsedAt }: typeof row) =>
    formerHash === given && now.getTime() < lastUsedAt.getTime() + REPEAT_MS;
  if (!isSameKind(row.userAgent, device.userAgent)) {
    return { kind: row.secretHash === given || isRepeat(row) ? 'renamed' : 'copied' };
  }
  const next = newSecret();
  const used = await updateRows(
    context,
    trustedBrowsers,
    { id, memberId, secretHash: given },
    {
      secretHash: hashOf(next, knownDevice),
      formerHash: given,
      sealedSecret: seal(next, secret),
      lastUsedAt: now,
      ...lastSeen(device),
    },
  );
  if (used.length > 0) return { kind: 'trusted', trust: { id, memberId, secret: next } };
  const present = await findRow(context, trustedBrowsers, isTrust);
  if (!present) return { kind: 'ended' };
  if (!isRepeat(present) || !present.sealedSecret) return { kind: 'copied' };
  return { kind: 'trusted', trust: { id, memberId, secret: unseal(present.sealedSecret, secret) } };
}

/** Records with which session a trusted browser is signed in, so that signing it out ends the trust. */
export async function noteSessionOfTrust(
  context: DomainContext,
  { id, memberId, sessionUid }: { id: string; memberId: string; sessionUid: string },
): Promise<void> {
  await updateRows(context, trustedBrowsers, { id, memberId }, { sessionUid });
}

export function listTrustedBrowsers(
  { db, clock }: DomainContext,
  memberId: string,
): Promise<TrustedBrowserRecord[]> {
  return db
    .select()
    .from(trustedBrowsers)
    .where(and(eq(trustedBrowsers.memberId, memberId), gt(trustedBrowsers.expiresAt, clock.now())))
    .orderBy(desc(trustedBrowsers.lastUsedAt));
}

/** Ends the trust in one browser of a member; `unknown` for one that has none or is another member's. */
export async function endTrust(
  context: DomainContext,
  memberId: string,
  id: string,
): Promise<'ended' | 'unknown'> {
  const ended = await deleteRows(context, trustedBrowsers, { id, memberId });
  return ended.length > 0 ? 'ended' : 'unknown';
}

/** Ends every trust of a member, but that of the browser with the session `exceptSession`. */
export async function endAllTrust(
  { db }: DomainContext,
  memberId: string,
  { exceptSession }: { readonly exceptSession?: string } = {},
): Promise<void> {
  const { sessionUid } = trustedBrowsers;
  const others = exceptSession ? or(isNull(sessionUid), ne(sessionUid, exceptSession)) : undefined;
  await db.delete(trustedBrowsers).where(and(eq(trustedBrowsers.memberId, memberId), others));
}

export async function purgeTrustedBrowsers(context: DomainContext): Promise<void> {
  const { sealedSecret, lastUsedAt } = trustedBrowsers;
  const isOver = lte(lastUsedAt, new Date(context.clock.now().getTime() - REPEAT_MS));
  const which = and(isNotNull(sealedSecret), isOver);
  await updateRows(context, trustedBrowsers, which, { sealedSecret: null });
}

const hashOf = (secret: string, knownDevice: string): string =>
  secretHash(`${secret} ${knownDevice}`);

const lastSeen = ({ userAgent, country }: RequestDevice) => ({
  userAgent: userAgent?.slice(0, USER_AGENT_MAX) ?? null,
  country: country ?? null,
});

/** Updates change the version of a browser, and nothing changes its name or its system. */
function isSameKind(trusted: string | null, present: string | undefined): boolean {
  const [one, other] = [nameDevice(trusted), nameDevice(present)];
  return one.browser === other.browser && one.system === other.system;
}
