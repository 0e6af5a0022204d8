import { nameDevice, type RequestDevice, USER_AGENT_MAX } from '@portal/server-members/devices';
import { seal, unseal } from '@portal/server-platform/crypto/sealed-text';
import type { DomainContext } from '@portal/server-platform/database/database';
import { newSecret, secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { TRUST_DAYS } from '@portal/shared-contract';
import { and, desc, eq, getTableColumns, gt, isNotNull, isNull, lte, ne, or } from 'drizzle-orm';
import { trustedBrowsers } from '../schema/browsers.ts';

/** As long as the answer to a renewal is repeated (docs/decisions/0013-refresh-in-two-statements.md). */
const REPEAT_MS = 10_000;
const TRUST_MS = TRUST_DAYS * 24 * 60 * 60 * 1000;

/** What a trusted browser keeps in its cookie for one member. */
export type Trust = {
  readonly id: string;
  readonly memberId: string;
  readonly secret: string;
};

/** Where a trust is given or used. */
export type TrustingBrowser = {
  /** The id of the browser as a known device, which it keeps in another cookie. */
  readonly knownDevice: string;
  readonly device: RequestDevice;
};

export type TrustedBrowserRecord = Omit<
  typeof trustedBrowsers.$inferSelect,
  'memberId' | 'secretHash' | 'formerHash' | 'sealedSecret'
>;

/** What came of the cookie of a trusted browser at a sign-in. */
export type TrustUse =
  /** The second step is not needed, and the browser keeps the new secret. */
  | { readonly kind: 'trusted'; readonly trust: Trust }
  /** Its secret was used before, or is not of this known device. */
  | { readonly kind: 'copied' }
  /** The browser names itself otherwise than when it was trusted: the trust is kept, and not used. */
  | { readonly kind: 'renamed' }
  | { readonly kind: 'ended' };

/**
 * Trusts a browser for 30 days: a password needs no second step there. The server
 * stores a hash, which also covers the id of the known device.
 */
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
  { db, clock }: DomainContext,
  { id, memberId, secret }: Trust,
  { knownDevice, device }: TrustingBrowser,
): Promise<TrustUse> {
  const now = clock.now();
  const isTrust = and(eq(trustedBrowsers.id, id), eq(trustedBrowsers.memberId, memberId));
  const [row] = await db
    .select()
    .from(trustedBrowsers)
    .where(and(isTrust, gt(trustedBrowsers.expiresAt, now)));
  if (!row) return { kind: 'ended' };
  const given = hashOf(secret, knownDevice);
  const isRepeat = ({ formerHash, lastUsedAt }: typeof row) =>
    formerHash === given && now.getTime() < lastUsedAt.getTime() + REPEAT_MS;
  if (!isSameKind(row.userAgent, device.userAgent)) {
    return { kind: row.secretHash === given || isRepeat(row) ? 'renamed' : 'copied' };
  }
  const next = newSecret();
  const used = await db
    .update(trustedBrowsers)
    .set({
      secretHash: hashOf(next, knownDevice),
      formerHash: given,
      sealedSecret: seal(next, secret),
      lastUsedAt: now,
      ...lastSeen(device),
    })
    .where(and(isTrust, eq(trustedBrowsers.secretHash, given)))
    .returning({ id: trustedBrowsers.id });
  if (used.length > 0) return { kind: 'trusted', trust: { id, memberId, secret: next } };
  const [present] = await db.select().from(trustedBrowsers).where(isTrust);
  if (!present) return { kind: 'ended' };
  if (!isRepeat(present) || !present.sealedSecret) return { kind: 'copied' };
  return { kind: 'trusted', trust: { id, memberId, secret: unseal(present.sealedSecret, secret) } };
}

/** Records with which session a trusted browser is signed in, so that signing it out ends the trust. */
export async function noteSessionOfTrust(
  { db }: DomainContext,
  { id, memberId, sessionUid }: { id: string; memberId: string; sessionUid: string },
): Promise<void> {
  await db
    .update(trustedBrowsers)
    .set({ sessionUid })
    .where(and(eq(trustedBrowsers.id, id), eq(trustedBrowsers.memberId, memberId)));
}

/** The browsers that a member trusts, the last used first. */
export function listTrustedBrowsers(
  { db, clock }: DomainContext,
  memberId: string,
): Promise<TrustedBrowserRecord[]> {
  const {
    memberId: _member,
    secretHash: _hash,
    formerHash: _former,
    sealedSecret: _sealed,
    ...columns
  } = getTableColumns(trustedBrowsers);
  return db
    .select(columns)
    .from(trustedBrowsers)
    .where(and(eq(trustedBrowsers.memberId, memberId), gt(trustedBrowsers.expiresAt, clock.now())))
    .orderBy(desc(trustedBrowsers.lastUsedAt));
}

/** Ends the trust in one browser of a member; `unknown` for one that has none or is another member's. */
export async function endTrust(
  { db }: DomainContext,
  memberId: string,
  id: string,
): Promise<'ended' | 'unknown'> {
  const ended = await db
    .delete(trustedBrowsers)
    .where(and(eq(trustedBrowsers.id, id), eq(trustedBrowsers.memberId, memberId)))
    .returning({ id: trustedBrowsers.id });
  return ended.length > 0 ? 'ended' : 'unknown';
}

/** Ends the trust in the browser that is signed in with a session. */
export async function endTrustOfSession(
  { db }: DomainContext,
  memberId: string,
  sessionUid: string,
): Promise<void> {
  await db
    .delete(trustedBrowsers)
    .where(and(eq(trustedBrowsers.memberId, memberId), eq(trustedBrowsers.sessionUid, sessionUid)));
}

/**
 * Ends every trust of a member.
 * @param options.exceptSession the session of a browser that stays trusted
 */
export async function endAllTrust(
  { db }: DomainContext,
  memberId: string,
  { exceptSession }: { readonly exceptSession?: string } = {},
): Promise<void> {
  const { sessionUid } = trustedBrowsers;
  await db
    .delete(trustedBrowsers)
    .where(
      and(
        eq(trustedBrowsers.memberId, memberId),
        exceptSession ? or(isNull(sessionUid), ne(sessionUid, exceptSession)) : undefined,
      ),
    );
}

/** Forgets the answers that are repeated no longer. */
export async function purgeTrustedBrowsers({ db, clock }: DomainContext): Promise<void> {
  const repeatedUntil = new Date(clock.now().getTime() - REPEAT_MS);
  await db
    .update(trustedBrowsers)
    .set({ sealedSecret: null })
    .where(
      and(isNotNull(trustedBrowsers.sealedSecret), lte(trustedBrowsers.lastUsedAt, repeatedUntil)),
    );
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
