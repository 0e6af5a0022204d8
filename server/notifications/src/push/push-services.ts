import { isSafeAddress } from '@portal/shared-process/safe-address';

/**
 * The push services of Chrome and Edge on Android, of Chromium as Linux distributions build it and of Chrome
 * before its release, of Firefox, of Edge on Windows, and of Safari.
 */
export const PUSH_SERVICES: readonly string[] = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
];

/**
 * Whether the server may send push messages to an address that a browser has named. Only known services
 * are called: otherwise a member could have the server call a host of its own network.
 * @param services hosts; `*.` stands for any subdomain
 */
export function isPushService(endpoint: string, services: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (!url || !isSafeAddress(endpoint) || url.username || url.password) return false;
  return services.some((service) =>
    service.startsWith('*.') ? url.host.endsWith(service.slice(1)) : url.host === service,
  );
}
