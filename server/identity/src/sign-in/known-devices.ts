import {
  isStillKnown,
  type KnownDevice,
  newDevice,
  readDevicePass,
} from '@portal/server-accounts/browsers/known-devices';
import type { Member } from '@portal/server-members/schema/members';
import type { KoaContextWithOIDC } from 'oidc-provider';
import * as v from 'valibot';
import { ROUTES } from '../client.ts';
import type { SignInDependencies } from './progress.ts';

const PLACE = { name: 'idp_devices', path: ROUTES.signIn };
/** As long as browsers keep a cookie at most. */
const SECONDS = 400 * 24 * 60 * 60;
/** The accounts of one browser that are remembered; a cookie holds 4 KB. */
const ACCOUNTS_MAX = 10;
const DevicesSchema = v.array(
  v.object({ memberId: v.string(), device: v.string(), since: v.number() }),
);

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
  member: Pick<Member, 'id' | 'devicesKnownSince'>,
): string | undefined {
  return entryOf(deps, ctx, member)?.device;
}

function entryOf(
  deps: SignInDependencies,
  ctx: KoaContextWithOIDC,
  { id, devicesKnownSince }: Pick<Member, 'id' | 'devicesKnownSince'>,
): KnownDevice | undefined {
  const known = knownDevices(deps, ctx).find(({ memberId }) => memberId === id);
  return known && isStillKnown(known, devicesKnownSince) ? known : undefined;
}

/** Makes this browser known for a member who has signed in, or renews that it is. */
export function rememberDevice(
  deps: SignInDependencies,
  ctx: KoaContextWithOIDC,
  member: Pick<Member, 'id' | 'devicesKnownSince'>,
): KnownDevice {
  const since = deps.context.clock.now().getTime();
  const known = entryOf(deps, ctx, member) ?? { memberId: member.id, device: newDevice(), since };
  keep(deps, ctx, known);
  return known;
}

function keep(deps: SignInDependencies, ctx: KoaContextWithOIDC, known: KnownDevice): void {
  const others = knownDevices(deps, ctx).filter(({ memberId }) => memberId !== known.memberId);
  deps.cookies.set(ctx, PLACE, [known, ...others].slice(0, ACCOUNTS_MAX), SECONDS);
}

/** Takes the pass that the portal hands over after a mailed link or code was used. */
export function takeDevicePass(deps: SignInDependencies, ctx: KoaContextWithOIDC, pass: unknown) {
  const known = typeof pass === 'string' ? readDevicePass(deps.context, pass) : undefined;
  if (known) keep(deps, ctx, known);
}
