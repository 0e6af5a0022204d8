import type { RequestDevice } from '@portal/server-members/devices';
import type { ApiContext, ApiRequest } from './api-types.ts';

/** Edges send XX for an unknown country and T1 for Tor. */
const COUNTRY = /^(?!XX)[A-Z]{2}$/;

/**
 * The caller's country, as the edge reports it. A caller who connects directly can send any value,
 * so the header counts only from a trusted proxy.
 */
export function countryOf(c: ApiRequest, { config }: ApiContext): string | undefined {
  const isProxy = config.trustedProxies.trusts(c.env?.incoming?.socket.remoteAddress);
  const named = isProxy && config.countryHeader ? c.req.header(config.countryHeader) : undefined;
  return named && COUNTRY.test(named) ? named : undefined;
}

/** The device that a call comes from, for the member's list of activities. */
export function callerDevice(c: ApiRequest, context: ApiContext): RequestDevice {
  return { userAgent: c.req.header('user-agent'), country: countryOf(c, context) };
}
