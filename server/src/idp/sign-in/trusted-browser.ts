import { TRUST_DAYS } from '@portal/shared-contract';
import type { KoaContextWithOIDC } from 'oidc-provider';
import * as v from 'valibot';
import type { MemberRecord } from '../../domain/members.ts';
import { type Trust, trustBrowser, useTrust } from '../../domain/trusted-browsers.ts';
import { requestDevice } from '../http/request-details.ts';
import { ROUTES } from '../routes.ts';
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

/**
 * Trusts this browser for a member who has just taken both steps. It is a known device by then.
 * @returns the id of the trust
 */
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

/**
 * Whether a password needs no second step in this browser.
 * @returns the id of the trust, or undefined
 */
export async function useTrustOfThisBrowser(
  deps: SignInDependencies,
  ctx: KoaContextWithOIDC,
  member: MemberRecord,
): Promise<string | undefined> {
  const trust = trusts(deps, ctx).find(({ memberId }) => memberId === member.id);
  if (!trust) return undefined;
  const knownDevice = knownDeviceOf(deps, ctx, member);
  const browser = { knownDevice: knownDevice ?? '', device: requestDevice(ctx.req) };
  const next = await useTrust(deps.context, trust, browser);
  keep(deps, ctx, member.id, next);
  return next?.id;
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
