import { isIPv6 } from 'node:net';
import type { TrustedProxies } from '../trusted-proxies.ts';
import type { ApiRequest } from './api-types.ts';

/**
 * The address that a call counts for: the client's, by the proxies that are trusted. An IPv6 address
 * counts by its /64 network, which is one household.
 */
export function clientAddress(c: ApiRequest, trustedProxies: TrustedProxies): string {
  const connecting = c.env?.incoming?.socket.remoteAddress;
  const address = trustedProxies.clientOf(connecting, c.req.header('x-forwarded-for'));
  return networkOf(address ?? 'in-process');
}

/** Exported for its table test. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const front = head ? head.split(':') : [];
  const back = tail ? tail.split(':') : [];
  const missing = tail === undefined ? 0 : 8 - front.length - back.length;
  const groups = [...front, ...Array<string>(missing).fill('0'), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
