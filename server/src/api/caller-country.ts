import type { RequestDevice } from '../domain/devices.ts';
import type { ApiContext, ApiRequest } from './api-types.ts';

/** Edges write XX for unknown and T1 for Tor. */
const COUNTRY = /^(?!XX)[A-Z]{2}$/;

/**
 * The caller's country as our edge says it; a caller without an edge in front may say anything, so
 * the header counts only where a proxy is trusted.
 */
export function countryOf(c: ApiRequest, { config }: ApiContext): string | undefined {
  const named =
    config.trustProxy && config.countryHeader ? c.req.header(config.countryHeader) : undefined;
  return named && COUNTRY.test(named) ? named : undefined;
}

/** From where a call comes, for the member's list of activities. */
export function deviceOf(c: ApiRequest, context: ApiContext): RequestDevice {
  return { userAgent: c.req.header('user-agent'), country: countryOf(c, context) };
}
