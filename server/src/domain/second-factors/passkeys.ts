import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import { and, asc, count, eq, gt, isNull, lte } from 'drizzle-orm';
import type { DomainContext } from '../../context.ts';
import type { Member } from '../../db/schema/members.ts';
import { passkeyChallenges, passkeys } from '../../db/schema/second-factors.ts';
import type { AccountContext } from '../account-context.ts';

export type PasskeyRecord = typeof passkeys.$inferSelect;

/** Time to look for a key, and to cancel once. */
const CHALLENGE_MS = 5 * 60 * 1000;

/** What the browser needs to make a passkey; one that the device has already is left out. */
export async function beginPasskey(
  context: AccountContext,
  member: Pick<Member, 'id' | 'email' | 'firstName' | 'lastName' | 'locale'>,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const known = await listPasskeys(context, member.id);
  const { config } = context;
  const options = await generateRegistrationOptions({
    rpName: config.brand.name[member.locale],
    rpID: config.passkeyDomain,
    userName: member.email,
    userDisplayName: [member.lastName, member.firstName].filter(Boolean).join(' ') || member.email,
    // The id says nothing about the member (WebAuthn §14.6.1).
    userID: new TextEncoder().encode(member.id),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: known.map(({ id, transports }) => ({
      id,
      transports: transports as AuthenticatorTransport[],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await keepChallenge(context, 'add', options.challenge, member.id);
  return options;
}

/**
 * Keeps a passkey that the browser has made for a challenge of ours; undefined for anything else.
 * Call it inside `inTransaction`, with what spends the step-up.
 */
export async function addPasskey(
  tx: AccountContext,
  memberId: string,
  { name, response }: { readonly name: string; readonly response: RegistrationResponseJSON },
): Promise<PasskeyRecord | undefined> {
  const { config } = tx;
  const made = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(tx, 'add', challenge, memberId),
    expectedOrigin: [config.portalOrigin, ...config.extraPortalOrigins],
    expectedRPID: config.passkeyDomain,
  }).catch(refusedByWebAuthn);
  if (!made?.verified) return undefined;

  const { credential, credentialBackedUp } = made.registrationInfo;
  const [added] = await tx.db
    .insert(passkeys)
    .values({
      id: credential.id,
      memberId,
      name,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: credential.transports ?? [],
      backedUp: credentialBackedUp,
      createdAt: tx.clock.now(),
    })
    // An id that is known already belongs to somebody.
    .onConflictDoNothing()
    .returning();
  return added;
}

/**
 * What the browser needs to sign in with a passkey.
 * @param memberId as a second step: only this member's; else whichever the person chooses
 */
export async function beginPasskeySignIn(
  context: AccountContext,
  memberId?: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const theirs = memberId === undefined ? [] : await listPasskeys(context, memberId);
  const options = await generateAuthenticationOptions({
    rpID: context.config.passkeyDomain,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: theirs.map(({ id, transports }) => ({
      id,
      transports: transports as AuthenticatorTransport[],
    })),
  });
  await keepChallenge(context, 'sign-in', options.challenge, memberId);
  return options;
}

/**
 * Whose passkey has signed a challenge of ours, which is good once; undefined for anything else.
 * @param memberId the same as at the beginning
 */
export async function checkPasskeySignIn(
  context: AccountContext,
  response: AuthenticationResponseJSON,
  memberId?: string,
): Promise<{ readonly memberId: string } | undefined> {
  const { config, db, clock } = context;
  const [known] = await db.select().from(passkeys).where(eq(passkeys.id, response.id));
  if (!known || (memberId !== undefined && known.memberId !== memberId)) return undefined;
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(context, 'sign-in', challenge, memberId),
    expectedOrigin: config.idpOrigin,
    expectedRPID: config.passkeyDomain,
    credential: {
      id: known.id,
      publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64url')),
      counter: known.counter,
      transports: known.transports as NonNullable<WebAuthnCredential['transports']>,
    },
  }).catch(refusedByWebAuthn);
  if (!checked?.verified) return undefined;
  await db
    .update(passkeys)
    .set({
      counter: checked.authenticationInfo.newCounter,
      backedUp: checked.authenticationInfo.credentialBackedUp,
      lastUsedAt: clock.now(),
    })
    .where(eq(passkeys.id, known.id));
  return { memberId: known.memberId };
}

/** Oldest first. */
export function listPasskeys({ db }: AccountContext, memberId: string): Promise<PasskeyRecord[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.memberId, memberId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

export async function countPasskeys({ db }: AccountContext, memberId: string): Promise<number> {
  const [found] = await db
    .select({ keys: count() })
    .from(passkeys)
    .where(eq(passkeys.memberId, memberId));
  return found?.keys ?? 0;
}

/** undefined for one that is not this member's. */
export async function renamePasskey(
  { db }: AccountContext,
  memberId: string,
  id: string,
  name: string,
): Promise<PasskeyRecord | undefined> {
  const [renamed] = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.memberId, memberId)))
    .returning();
  return renamed;
}

export async function removePasskey(
  { db }: AccountContext,
  memberId: string,
  id: string,
): Promise<boolean> {
  const removed = await db
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.memberId, memberId)))
    .returning({ id: passkeys.id });
  return removed.length > 0;
}

export async function purgePasskeyChallenges({ db, clock }: DomainContext): Promise<void> {
  await db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, clock.now()));
}

async function keepChallenge(
  { db, clock }: DomainContext,
  purpose: 'add' | 'sign-in',
  challenge: string,
  memberId: string | undefined,
): Promise<void> {
  const expiresAt = new Date(clock.now().getTime() + CHALLENGE_MS);
  await db
    .insert(passkeyChallenges)
    .values({ challenge, purpose, memberId: memberId ?? null, expiresAt });
}

/** Taken away by whoever answers first. */
async function takeChallenge(
  { db, clock }: DomainContext,
  purpose: 'add' | 'sign-in',
  challenge: string,
  memberId: string | undefined,
): Promise<boolean> {
  const taken = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        eq(passkeyChallenges.purpose, purpose),
        memberId === undefined
          ? isNull(passkeyChallenges.memberId)
          : eq(passkeyChallenges.memberId, memberId),
        gt(passkeyChallenges.expiresAt, clock.now()),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge });
  return taken.length > 0;
}

/**
 * The library throws for each way in which an answer can be wrong: expected here. A failed query is
 * not, and carries its cause.
 */
function refusedByWebAuthn(error: unknown): undefined {
  if (error instanceof Error && error.cause === undefined) return undefined;
  throw error;
}
