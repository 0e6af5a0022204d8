import { createHash } from 'node:crypto';
import type { Registry } from './registry.ts';

/** Headers of every file of the page: it is always revalidated, never sniffed and never framed. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(self), geolocation=(), microphone=(), payment=(), usb=(), screen-wake-lock=(self)',
};

/** Headers of the manifests and icons, whose paths have the hash of what they are made from. */
export const APP_FILE_HEADERS: Readonly<Record<string, string>> = {
  ...PAGE_HEADERS,
  'cache-control': 'public,max-age=31536000,immutable',
};

/** The source of a Content-Security-Policy that allows a script or style in the page itself. */
export const cspHash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * The page's Content-Security-Policy (CSP Level 3).
 *
 * Scripts: those in the page, by their hashes, and the scripts that it loads (`strict-dynamic`). With Trusted
 * Types it can load only files that the registry names. `eval` and inline handlers are forbidden.
 */
export function contentSecurityPolicy(
  { config }: Registry,
  hashes: { readonly scripts: readonly string[]; readonly style: string },
): string {
  const api = originOf(config.apiUrl);
  const { idpUrl, endpoints } = config.idp;
  const idp = originOf(endpoints?.authorization ?? idpUrl);
  const token = originOf(endpoints?.token ?? idpUrl);
  const ipCountry = config.ipCountryUrl && originOf(config.ipCountryUrl);
  return policy({
    'default-src': ["'none'"],
    'script-src': [...hashes.scripts, "'strict-dynamic'"],
    'style-src': ["'self'", hashes.style],
    'img-src': ["'self'", 'data:', 'blob:', api],
    'font-src': ["'self'"],
    'connect-src': ["'self'", api, token, ipCountry, config.mockUrl && originOf(config.mockUrl)],
    'frame-src': ["'self'", idp],
    'form-action': ["'self'", idp],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['default', 'dompurify'],
  });
}

/** The page of the silent check runs one script, and only the portal may frame it. */
export function silentCheckPolicy(scriptHash: string): string {
  return policy({
    'default-src': ["'none'"],
    'script-src': [scriptHash],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'self'"],
    'require-trusted-types-for': ["'script'"],
  });
}

/** The service worker fetches pages and files, reports pages that are frozen, and runs nothing but itself. */
export function workerPolicy({ config }: Registry): string {
  return policy({ 'default-src': ["'none'"], 'connect-src': ["'self'", originOf(config.apiUrl)] });
}

function policy(directives: Record<string, readonly (string | undefined)[]>): string {
  return Object.entries(directives)
    .map(([name, values]) => [name, ...unique(values)].join(' '))
    .join('; ');
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

function unique(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.filter((value): value is string => Boolean(value)))];
}
