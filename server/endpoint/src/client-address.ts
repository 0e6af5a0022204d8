import { clientNetwork } from '@portal/server-platform/http/client-network';
import type { TrustedProxies } from '@portal/shared-process/trusted-proxies';
import type { ApiRequest } from './api-types.ts';

/**
 * The address that a call counts for: the client's, by the proxies that are trusted. An IPv6 address
 * counts by its /64 network, which is one household.
 */
export function clientAddress(c: ApiRequest, trustedProxies: TrustedProxies): string {
  const connecting = c.env?.incoming?.socket.remoteAddress;
  const address = trustedProxies.clientOf(connecting, c.req.header('x-forwarded-for'));
  return clientNetwork(address ?? 'in-process');
}
