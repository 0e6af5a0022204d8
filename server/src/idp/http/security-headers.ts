import type { Config } from '../../config.ts';
import { portalOrigins } from '../client.ts';

const HSTS = 'max-age=63072000; includeSubDomains';

/** On every answer, before anything else is decided about it. */
export function baseHeaders(config: Config): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // Forms must name their origin, and no other site needs to know a sign-in's address.
    'referrer-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'content-security-policy': contentSecurityPolicy(config),
    ...(promisesTls(config.idpOrigin) && { 'strict-transport-security': HSTS }),
  };
}

/** Only for documents: a redirect that carries them would be refused inside the silent check's frame. */
export const DOCUMENT_HEADERS = {
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
} as const;

/**
 * Nothing loads but what carries the nonce. `form-action` names the portal too, because it also
 * governs where a submitted form is redirected to; and LINE, where a form may lead.
 * Without a nonce no script runs, save that oidc-provider adds the hash of its own one to `script-src`.
 */
export function contentSecurityPolicy(config: Config, nonce?: string): string {
  return [
    "default-src 'none'",
    `script-src 'report-sample'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    ...(nonce ? [`style-src 'nonce-${nonce}'`] : []),
    'img-src data:',
    `form-action ${formTargets(config).join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join(';');
}

function formTargets(config: Config): string[] {
  return ["'self'", ...portalOrigins(config), ...(config.line ? [config.line.issuer] : [])];
}

/** Never for localhost: a browser would take the promise for every port of the machine. */
function promisesTls(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' && hostname !== 'localhost';
}
