import {
  endTrust,
  type Trust,
  trustBrowser,
  useTrust,
} from '@portal/server-accounts/browsers/trusted-browsers';
import { mailSignIn } from '@portal/server-accounts/changes/not-me';
import type { RequestDevice } from '@portal/server-members/devices';
import { recordEvent } from '@portal/server-members/events';
import type { MemberRecord } from '@portal/server-members/members';
import { transact } from '@portal/server-platform/database/database';
import { TRUST_DAYS } from '@portal/shared-contract';
import type { KoaContextWithOIDC } from 'oidc-provider';
import * as v from 'valibot';
import { ROUTES } from '../client.ts';
import { requestDevice } from '../http/request-details.ts';
import type { IdentityContext } from '../settings.ts';
import { endSessionsOfTrust } from '../tokens/sessions.ts';
import { knownDeviceOf } from './known-devices.ts';
import type { SignInDependencies } from './progress.ts';

/** The cookie only says which rows to look at; they say until when, and whether at all. */
const PLACE = { name: 'idp_trust', path: ROUTES.signIn };
const SECONDS = TRUST_DAYS * 24 * 60 * 60;
/** The accounts of one browser; a cookie holds 4 KB. */
const ACCOUNTS_MAX = 10;
const TrustsSchema = v.array(
  v.object({ id: v.string(), memberId: v.string(), secret: v.string() }),
);

/** Trusts this browser, a known device by now, for a member who took both steps; returns the trust's id. */
export async function trustThisBrowser(
  deps: SignInDependencies,
  ctx: KoaContextWithOIDC,
  member: MemberRecord,
  knownDevice: string,
): Promise<string> {
  const browser = { knownDevice, device: requestDevice(ctx.req) };
  const trust = await trustBrowser(deps.context, member.id, browser);
  keep(deps, ctx, member.id, trust);
  return trust.id;
}

/** The id of the trust by which a password needs no second step in this browser. */
export async function useTrustOfThisBrowser(
  deps: SignInDependencies,
  ctx: KoaContextWithOIDC,
  member: MemberRecord,
): Promise<string | undefined> {
  const trust = trusts(deps, ctx).find(({ memberId }) => memberId === member.id);
  if (!trust) return undefined;
  const knownDevice = knownDeviceOf(deps, ctx, member);
  const browser = { knownDevice: knownDevice ?? '', device: requestDevice(ctx.req) };
  const used = await useTrust(deps.context, trust, browser);
  if (used.kind === 'renamed') return undefined;
  keep(deps, ctx, member.id, used.kind === 'trusted' ? used.trust : undefined);
  if (used.kind === 'copied') await endCopiedTrust(deps.context, member, trust.id, browser.device);
  return used.kind === 'trusted' ? used.trust.id : undefined;
}

/** Ends a trust of which there is a copy, with its sessions, and tells the member: its thief had the password. */
function endCopiedTrust(
  context: IdentityContext,
  member: MemberRecord,
  trustId: string,
  device: RequestDevice,
): Promise<void> {
  return transact(context, async (tx) => {
    // Of two copies at once, one tells the member.
    if ((await endTrust(tx, member.id, trustId)) === 'unknown') return;
    await endSessionsOfTrust(tx, member.id, trustId);
    await recordEvent(tx, member.id, 'browser_trust_copied', device);
    await mailSignIn(tx, member, 'browser_trust_copied', device);
  });
}

const trusts = ({ cookies }: SignInDependencies, ctx: KoaContextWithOIDC): readonly Trust[] =>
  cookies.read(ctx, PLACE.name, TrustsSchema) ?? [];

function keep(
  deps: SignInDependencies,
  ctx: KoaContextWithOIDC,
  memberId: string,
  trust: Trust | undefined,
): void {
  const others = trusts(deps, ctx).filter((one) => one.memberId !== memberId);
  const kept = [...(trust ? [trust] : []), ...others].slice(0, ACCOUNTS_MAX);
  if (kept.length === 0) deps.cookies.forget(ctx, PLACE);
  else deps.cookies.set(ctx, PLACE, kept, SECONDS);
}
