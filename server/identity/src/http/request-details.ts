import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { RequestDevice } from '@portal/server-members/devices';
import { clientNetwork } from '@portal/server-platform/http/client-network';
import { requestIdOf } from '@portal/shared-process/headers';
import type { TrustedProxies } from '@portal/shared-process/trusted-proxies';
import type { KoaContextWithOIDC } from 'oidc-provider';

export type RequestDetails = {
  readonly requestId: string;
  /** The client's address, for rate limits; never stored or logged. */
  readonly address: string;
  /** The network of the address, for a member's list of devices. */
  readonly network: string | undefined;
  /** The client's country as the edge reports it: ISO 3166-1 alpha-2. */
  readonly country: string | undefined;
};

type EdgeHeaders = {
  /** Whether to trust the last entry of `x-forwarded-for`, which our own edge adds. */
  readonly trustedProxies: TrustedProxies;
  /** The edge's header for the client's country. Without an edge, anyone can set it. */
  readonly countryHeader?: string | undefined;
};

const known = new WeakMap<object, RequestDetails>();

export function noteRequest(
  request: IncomingMessage,
  { trustedProxies, countryHeader }: EdgeHeaders,
): RequestDetails {
  const connecting = request.socket?.remoteAddress;
  const address = trustedProxies.clientOf(connecting, request.headers['x-forwarded-for']) ?? '';
  const country =
    trustedProxies.trusts(connecting) && countryHeader
      ? countryOf(request.headers[countryHeader])
      : undefined;
  const requestId = requestIdOf(trustedProxies, connecting, request.headers['x-request-id']);
  const details = { requestId, address, network: networkOf(address), country };
  known.set(request, details);
  return details;
}

export function requestDetails(request: object): RequestDetails {
  const details = known.get(request);
  if (!details) throw new Error('This request did not come through the handler.');
  return details;
}

/** The device of a request, for the member's list of activities. */
export function requestDevice(request: IncomingMessage): RequestDevice {
  return { userAgent: request.headers['user-agent'], country: requestDetails(request).country };
}

/** `203.0.113.9` → `203.0.113.0/24`, IPv6 by its first 48 bits; undefined for anything else. */
function networkOf(address: string): string | undefined {
  if (isIP(address) === 4) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  if (isIP(address) !== 6) return undefined;
  const [front = ''] = address.split('::');
  const groups = front === '' ? [] : front.split(':');
  const first = [0, 1, 2].map((position) => groups[position] ?? '0');
  return `${first.join(':')}::/48`;
}

/** Some edges send `XX` or `T1` instead of a country. */
function countryOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^(?!XX)[A-Z]{2}$/.test(header) ? header : undefined;
}

/** The network whose messages are counted together, as the API counts them. */
export const messageNetwork = (request: object): string =>
  clientNetwork(requestDetails(request).address);

/** The subject of a rate limit: an IPv4 address, or the IPv6 network of one household. */
export function limitSubject(request: object): string {
  const { address } = requestDetails(request);
  return isIP(address) === 6 ? (networkOf(address) ?? address) : address;
}

const current = new AsyncLocalStorage<KoaContextWithOIDC>();

/** The request being answered, undefined outside of one; oidc-provider knows it in its own routes only. */
export const currentRequest = (): KoaContextWithOIDC | undefined => current.getStore();

/** Makes the request known to what is called without it, such as an adapter. */
export function knowRequest() {
  return (ctx: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<unknown> =>
    current.run(ctx, next);
}

/** Headers with which a request could claim to be sent to another address. */
const FORWARDED = [
  'forwarded',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-for',
];

/**
 * Replaces the address that the request claims by our own: oidc-provider builds the addresses that it
 * publishes and redirects to from `Host`, which anyone can set.
 * @returns false if the request target is not a plain path, or contains a NUL character
 */
export function makeCanonical(request: IncomingMessage, issuer: URL): boolean {
  for (const name of FORWARDED) delete request.headers[name];
  request.headers.host = issuer.host;
  // The provider trusts these two, and only we can set them.
  request.headers['x-forwarded-host'] = issuer.host;
  request.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1);
  const target = request.url ?? '';
  // PostgreSQL cannot store NUL, and no parameter needs it.
  return /^\/(?!\/)/.test(target) && !target.includes('%00');
}
