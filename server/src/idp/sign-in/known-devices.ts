import type { KoaContextWithOIDC } from 'oidc-provider';
import * as v from 'valibot';
import { type KnownDevice, newDevice, readDevicePass } from '../../domain/known-devices.ts';
import { ROUTES } from '../routes.ts';
import type { SignInDependencies } from './progress.ts';

const PLACE = { name: 'idp_devices', path: ROUTES.signIn };
/** As long as browsers keep a cookie at most. */
const SECONDS = 400 * 24 * 60 * 60;
/** The accounts of one browser that are remembered; a cookie holds 4 KB. */
const ACCOUNTS_MAX = 10;
const DevicesSchema = v.array(v.object({ memberId: v.string(), device: v.string() }));

/** The accounts that were signed in before in this browser, the latest first. */
export function knownDevices(
  { cookies }: SignInDependencies,
  ctx: KoaContextWithOIDC,
): readonly KnownDevice[] {
  return cookies.read(ctx, PLACE.name, DevicesSchema) ?? [];
}

/** The id of this browser if it is known for the member. */
export function knownDeviceOf(
  deps: SignInDependencies,
  ctx: KoaContextWithOIDC,
  memberId: string,
): string | undefined {
  return knownDevices(deps, ctx).find((known) => known.memberId === memberId)?.device;
}

/**
 * Makes this browser known for the member, or renews that it is.
 * @param device a new id instead of the present one
 */
export function rememberDevice(
  deps: SignInDependencies,
  ctx: KoaContextWithOIDC,
  memberId: string,
  device = knownDeviceOf(deps, ctx, memberId) ?? newDevice(),
): void {
  const others = knownDevices(deps, ctx).filter((known) => known.memberId !== memberId);
  const devices = [{ memberId, device }, ...others].slice(0, ACCOUNTS_MAX);
  deps.cookies.set(ctx, PLACE, devices, SECONDS);
}

/** Takes the pass that the portal hands over after a mailed link or code was used. */
export function takeDevicePass(
  deps: SignInDependencies,
  ctx: KoaContextWithOIDC,
  pass: unknown,
): void {
  const known = typeof pass === 'string' ? readDevicePass(deps.context, pass) : undefined;
  if (known) rememberDevice(deps, ctx, known.memberId, known.device);
}
