import { clientNetwork } from '@portal/server-platform/http/client-network';
import type { RateLimit } from '@portal/server-platform/limits/rate-limits';
import { err } from '@portal/server-platform/outcome';
import type { TrustedProxies } from '@portal/shared-process/trusted-proxies';
import { createMiddleware } from 'hono/factory';
import { answerRefusal } from './answers.ts';
import type { ApiContext, ApiEnv, ApiRequest } from './api.ts';

const MINUTE_MS = 60_000;

/** A team uploads hundreds of files at once. */
const TEAM_FACTOR = 10;

/** Counts a call for a team whose signature holds. */
export function limitTeamCall(context: ApiContext, c: ApiRequest, team: string) {
  const limit = context.config.callsPerMinute * TEAM_FACTOR;
  return limitBy(context, c, { name: 'api-team', limit, windowMs: MINUTE_MS }, team);
}

/** Counts a call for a member, or for the caller's address if there is none. */
export function limitCall(context: ApiContext, c: ApiRequest, memberId: string | undefined) {
  const rule: RateLimit = {
    name: memberId ? 'api-member' : 'api-address',
    limit: context.config.callsPerMinute,
    windowMs: MINUTE_MS,
  };
  const subject = memberId ?? clientAddress(c, context.config.trustedProxies);
  return limitBy(context, c, rule, subject);
}

export const limitByAddress = (context: ApiContext) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const limited = await limitCall(context, c, undefined);
    return limited ? answerRefusal(c, limited) : next();
  });

/** Beacons of one network and one call in a minute; a page sends one or two. */
const REPORTS_PER_MINUTE = 120;

/** Counts a beacon about releases, apart from the calls of members. */
export function limitReports(context: ApiContext, c: ApiRequest, network: string) {
  const rule = { name: 'release-reports', limit: REPORTS_PER_MINUTE, windowMs: MINUTE_MS };
  return limitBy(context, c, rule, network);
}

async function limitBy(context: ApiContext, c: ApiRequest, rule: RateLimit, subject: string) {
  const verdict = await context.callCounts.count(rule, subject);
  if (verdict.allowed) return undefined;
  c.header('retry-after', String(verdict.retryAfter));
  return err('too_many_attempts');
}

/** The address that a call counts for, by the trusted proxies; an IPv6 one by its /64, which is one household. */
export function clientAddress(c: ApiRequest, trustedProxies: TrustedProxies): string {
  const connecting = c.env?.incoming?.socket.remoteAddress;
  const address = trustedProxies.clientOf(connecting, c.req.header('x-forwarded-for'));
  return clientNetwork(address ?? 'in-process');
}
