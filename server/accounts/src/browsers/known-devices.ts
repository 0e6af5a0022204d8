import { randomUUID } from 'node:crypto';
import type { AccountContext } from '@portal/server-members/account-context';
import { actingSession } from '@portal/server-members/acting-session';
import { normalizeEmail } from '@portal/server-members/members';
import { members } from '@portal/server-members/schema/members';
import { oidcSessions } from '@portal/server-members/schema/sessions';
import { browserSinceOf, isFromSignUp } from '@portal/server-passports/giving/hold';
import type { DomainContext } from '@portal/server-platform/database/database';
import { hasRow, updateRows } from '@portal/server-platform/database/rows';
import { secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { UNDO_CHANGES_MS } from '@portal/shared-contract';
import { isKeyedHash, keyedHash } from '@portal/shared-process/secrets';
import { eq, inArray } from 'drizzle-orm';
import * as v from 'valibot';
import { findAddressHolder } from '../mail-links/reset-links.ts';
import { confirmedBrowsers } from '../schema/browsers.ts';
import { passkeys } from '../schema/second-step-methods.ts';

/**
 * A browser in which an account was signed in before, or whose owner has proven to read the
 * account's email. It opens nothing, but its attempts are counted apart from those of strangers.
 */
export type KnownDevice = {
  readonly memberId: string;
  readonly device: string;
  /** Milliseconds since 1970. */
  readonly since: number;
};

const PASS_MS = 10 * 60 * 1000;
const PASS_PURPOSE = 'device-pass';
const PassSchema = v.object({ memberId: v.string(), device: v.string(), until: v.number() });

/** Whether it is known still: taking changes back, or refusing a sign-in, has made all of before unknown. */
export function isStillKnown({ since }: KnownDevice, devicesKnownSince: Date | null): boolean {
  return devicesKnownSince === null || since >= devicesKnownSince.getTime();
}

export const newDevice = (): string => randomUUID();

/** The id of the browser if it is known for the account of an address; without a device nothing is queried. */
export async function deviceForAddress(
  context: DomainContext,
  email: string,
  devices: readonly KnownDevice[],
): Promise<string | undefined> {
  const address = normalizeEmail(email);
  if (devices.length === 0 || !address) return undefined;
  const holder = await findAddressHolder(context, address);
  const known = devices.find(({ memberId }) => memberId === holder?.id);
  return known && isStillKnown(known, holder?.devicesKnownSince ?? null) ? known.device : undefined;
}

/** Whether a member who is known in this browser has a passkey, so that the sign-in can offer it first. */
export async function hasPasskeyAmong({ db }: DomainContext, devices: readonly KnownDevice[]) {
  if (devices.length === 0) return false;
  const memberIds = devices.map(({ memberId }) => memberId);
  const holders = await db
    .selectDistinct({ id: members.id, devicesKnownSince: members.devicesKnownSince })
    .from(members)
    .innerJoin(passkeys, eq(passkeys.memberId, members.id))
    .where(inArray(members.id, memberIds));
  return holders.some(({ id, devicesKnownSince }) =>
    devices.some((known) => known.memberId === id && isStillKnown(known, devicesKnownSince)),
  );
}

/**
 * Issues a pass with which the portal tells the identity provider, on another origin, that this
 * browser is known: its owner has used a link or code from the account's email. It holds for ten
 * minutes and always names the same device, so using it again gives no further attempts.
 */
export function issueDevicePass({ config, clock }: AccountContext, memberId: string): string {
  const until = clock.now().getTime() + PASS_MS;
  const pass = JSON.stringify({ memberId, device: newDevice(), until });
  const payload = Buffer.from(pass).toString('base64url');
  return `${payload}.${keyedHash(config.secrets, PASS_PURPOSE, payload)}`;
}

/** The device of a pass; undefined for one that is forged or too old. */
export function readDevicePass(
  { config, clock }: Pick<AccountContext, 'config' | 'clock'>,
  signedPass: string,
): KnownDevice | undefined {
  const [payload = '', signature = ''] = signedPass.split('.');
  if (!isKeyedHash(config.secrets, PASS_PURPOSE, payload, signature)) return undefined;
  const pass = Buffer.from(payload, 'base64url').toString();
  const { memberId, device, until } = v.parse(PassSchema, JSON.parse(pass));
  if (clock.now().getTime() >= until) return undefined;
  return { memberId, device, since: until - PASS_MS };
}

type BrowserOfMember = { readonly memberId: string; readonly browserHash: string };

/** @param knownDevice the id in the browser's cookie */
export const browserOf = (memberId: string, knownDevice: string): BrowserOfMember => ({
  memberId,
  browserHash: secretHash(knownDevice),
});

/** Whether the member has shown more than the password in this browser before. */
export const isConfirmed = (context: DomainContext, browser: BrowserOfMember): Promise<boolean> =>
  hasRow(context, confirmedBrowsers, browser);

/** Records that the member has shown more than the password in this browser. */
export async function confirmBrowser({ db, clock }: DomainContext, browser: BrowserOfMember) {
  const values = { ...browser, confirmedAt: clock.now() };
  await db.insert(confirmedBrowsers).values(values).onConflictDoNothing();
}

/** Confirms the browser of a session, in which the member has just shown who they are. */
export async function confirmBrowserOf(context: DomainContext, uid: string): Promise<void> {
  const which = { uid, unconfirmed: true };
  const [session] = await updateRows(context, oidcSessions, which, { unconfirmed: false });
  const { memberId, browserHash } = session ?? {};
  if (memberId && browserHash) await confirmBrowser(context, { memberId, browserHash });
}

/**
 * Whether the call that is served comes from a browser that the member has used for longer than a link that takes
 * changes back reaches, or since the sign-up: hardly from somebody who has come to read the mailbox.
 */
export async function isFromOwnBrowser(
  tx: AccountContext,
  member: { readonly id: string; readonly createdAt: Date },
): Promise<boolean> {
  const since = await browserSinceOf(tx, member, actingSession());
  if (!since) return false;
  const isOld = since.getTime() <= tx.clock.now().getTime() - UNDO_CHANGES_MS;
  return isOld || isFromSignUp(member, since);
}
