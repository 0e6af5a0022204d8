import type { AccountContext } from '@portal/server-members/account-context';
import type { Member } from '@portal/server-members/schema/members';
import { equals, findRow, updateRows } from '@portal/server-platform/database/rows';
import { oneTimeSecrets } from '@portal/server-platform/limits/one-time-secrets';
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
import { asc, eq } from 'drizzle-orm';
import { isFromOwnBrowser } from '../browsers/known-devices.ts';
import { passkeyChallenges, passkeys } from '../schema/second-step-methods.ts';
import { signedChallenge, spendSignedChallenge } from './signed-challenges.ts';

export type PasskeyRecord = typeof passkeys.$inferSelect;

type Purpose = (typeof passkeyChallenges.$inferSelect)['purpose'];

/** How long the browser's prompt may wait: enough to find a security key and to cancel once. */
const PROMPT_MS = 5 * 60 * 1000;
/** As long as the page with the challenge lives: a member may choose the passkey at any time of it. */
const CHALLENGE_MS = 60 * 60 * 1000;

/** The challenges for authenticators to sign; only the first response to each counts. */
const challenges = oneTimeSecrets(passkeyChallenges);

/** By which browsers know the member. The id contains no personal data (WebAuthn §14.6.1). */
export const userHandle = (memberId: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(memberId);

/** Returns the options for the browser to create a passkey; a device that already has one is excluded. */
export async function beginPasskey(
  context: AccountContext,
  member: Pick<Member, 'id' | 'email' | 'firstName' | 'lastName' | 'locale'>,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const known = await listPasskeys(context, member.id);
  const { config } = context;
  return generateRegistrationOptions({
    challenge: await issueChallenge(context, 'add', member.id),
    rpName: config.brand.name[member.locale],
    rpID: config.passkeyDomain,
    userName: member.email,
    userDisplayName: [member.lastName, member.firstName].filter(Boolean).join(' ') || member.email,
    userID: userHandle(member.id),
    timeout: PROMPT_MS,
    attestationType: 'none',
    excludeCredentials: known.map(namedIn),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Stores a passkey made for one of the server's challenges; undefined for anything else. Call it in a transaction. */
export async function addPasskey(
  tx: AccountContext,
  member: Pick<Member, 'id' | 'createdAt'>,
  { name, response }: { readonly name: string; readonly response: RegistrationResponseJSON },
): Promise<PasskeyRecord | undefined> {
  const memberId = member.id;
  const { config } = tx;
  const made = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => spendChallenge(tx, 'add', challenge, memberId),
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
      fromOwnBrowser: await isFromOwnBrowser(tx, member),
      createdAt: tx.clock.now(),
    })
    // An id that is known already belongs to somebody.
    .onConflictDoNothing()
    .returning();
  return added;
}

const namedIn = ({ id, transports }: PasskeyRecord) => ({
  id,
  transports: transports as AuthenticatorTransport[],
});

type Asked = {
  /** `reset`: by a page of the portal; `sign-in` and `step-up`: by one of the identity provider. */
  readonly purpose: Exclude<Purpose, 'add'>;
  /** Only this member's passkeys are allowed; without it, any passkey is. */
  readonly memberId?: string | undefined;
};

export async function askForPasskey(
  context: AccountContext,
  { purpose, memberId }: Asked,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const theirs = memberId === undefined ? [] : await listPasskeys(context, memberId);
  return generateAuthenticationOptions({
    challenge: await issueChallenge(context, purpose, memberId),
    rpID: context.config.passkeyDomain,
    timeout: PROMPT_MS,
    userVerification: 'required',
    allowCredentials: theirs.map(namedIn),
  });
}

/** The member whose passkey signed one of the server's challenges, good once; undefined for anything else. */
export async function checkPasskey(
  context: AccountContext,
  response: AuthenticationResponseJSON,
  { purpose, memberId }: Asked,
): Promise<{ readonly memberId: string } | undefined> {
  const { config } = context;
  const known = await findRow(context, passkeys, { id: response.id });
  if (!known || (memberId !== undefined && known.memberId !== memberId)) return undefined;
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => spendChallenge(context, purpose, challenge, memberId),
    expectedOrigin:
      purpose === 'reset' ? [config.portalOrigin, ...config.extraPortalOrigins] : config.idpOrigin,
    expectedRPID: config.passkeyDomain,
    credential: {
      id: known.id,
      publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64url')),
      // A counter that does not grow is a signal and no proof (WebAuthn Level 3 §6.1.1): some authenticators begin anew.
      counter: 0,
      transports: known.transports as NonNullable<WebAuthnCredential['transports']>,
    },
  }).catch(refusedByWebAuthn);
  if (!checked?.verified) return undefined;
  const { newCounter: counter, credentialBackedUp: backedUp } = checked.authenticationInfo;
  const used = { counter, backedUp, lastUsedAt: context.clock.now() };
  await updateRows(context, passkeys, { id: known.id }, used);
  return { memberId: known.memberId };
}

export function listPasskeys({ db }: AccountContext, memberId: string): Promise<PasskeyRecord[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.memberId, memberId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

/** Issues a challenge, as bytes because the library would encode a text once more. */
async function issueChallenge(context: AccountContext, purpose: Purpose, memberId?: string) {
  if (isOfAnyone(purpose, memberId)) return signedChallenge(context, CHALLENGE_MS);
  const values = { purpose, memberId: memberId ?? null };
  const { secret } = await challenges.issue(context, values, CHALLENGE_MS);
  return new Uint8Array(Buffer.from(secret, 'base64url'));
}

/** Whether a page asks for it that any stranger can open. */
const isOfAnyone = (purpose: Purpose, memberId?: string) =>
  purpose === 'sign-in' && memberId === undefined;

async function spendChallenge(
  context: AccountContext,
  purpose: Purpose,
  challenge: string,
  memberId?: string,
): Promise<boolean> {
  if (isOfAnyone(purpose, memberId)) return spendSignedChallenge(context, challenge);
  const where = equals(passkeyChallenges, { purpose, memberId: memberId ?? null });
  return (await challenges.spend(context, challenge, where)) !== undefined;
}

/** The library throws on every invalid response, which is expected; an error with a cause is a failed query. */
function refusedByWebAuthn(error: unknown): undefined {
  if (error instanceof Error && error.cause === undefined) return undefined;
  throw error;
}
