import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { isSameSecret, keyedHash } from '../secrets.ts';
import type { AccountContext } from './account-context.ts';
import type { DomainContext } from './context.ts';
import { normalizeEmail } from './members.ts';
import { findAddressHolder } from './onboarding/address-holder.ts';

/**
 * A browser in which an account was signed in before, or whose owner has proven to read the
 * account's e-mail. It opens nothing, but its attempts are counted apart from those of strangers.
 */
export type KnownDevice = { readonly memberId: string; readonly device: string };

const PASS_MS = 10 * 60 * 1000;
const PassSchema = v.object({ memberId: v.string(), device: v.string(), until: v.number() });

/** An id for a browser in which the member has signed in. */
export const newDevice = (): string => randomUUID();

/**
 * The id of the browser if it is known for the account of an address. A browser that brings no
 * device asks no query, which tells nothing about the account.
 */
export async function deviceForAddress(
  context: DomainContext,
  email: string,
  devices: readonly KnownDevice[],
): Promise<string | undefined> {
  const address = normalizeEmail(email);
  if (devices.length === 0 || !address) return undefined;
  const holder = await findAddressHolder(context, address);
  return devices.find(({ memberId }) => memberId === holder?.id)?.device;
}

/**
 * Issues a pass with which the portal tells the identity provider, on another origin, that this
 * browser is known: its owner has used a link or code from the account's e-mail. It holds for ten
 * minutes and always names the same device, so using it again gives no further attempts.
 */
export function issueDevicePass({ config, clock }: AccountContext, memberId: string): string {
  const until = clock.now().getTime() + PASS_MS;
  const pass = JSON.stringify({ memberId, device: newDevice(), until });
  const payload = Buffer.from(pass).toString('base64url');
  return `${payload}.${signatureOf(config, payload)}`;
}

/** The device of a pass; undefined for one that is forged or too old. */
export function readDevicePass(
  { config, clock }: Pick<AccountContext, 'config' | 'clock'>,
  pass: string,
): KnownDevice | undefined {
  const [payload = '', signature = ''] = pass.split('.');
  if (!isSameSecret(signature, signatureOf(config, payload))) return undefined;
  const parsed = v.parse(PassSchema, JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return clock.now().getTime() < parsed.until ? parsed : undefined;
}

function signatureOf({ secrets }: AccountContext['config'], payload: string): string {
  return keyedHash(secrets, 'device-pass', payload);
}
