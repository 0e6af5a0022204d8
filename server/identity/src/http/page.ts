import { randomBytes } from 'node:crypto';
import { LOCALE_COOKIE, pageLocale } from '@portal/server-platform/http/locale';
import type { Html, PageFrame } from '@portal/server-platform/pages/layout';
import { portalOrigins } from '@portal/server-platform/settings';
import type { Locale } from '@portal/shared-contract';
import { hstsOf } from '@portal/shared-process/headers';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { IdentitySettings } from '../settings.ts';

/** Answers with a page in the reader's language and its own policy; `prefetch`: files to be fetched meanwhile. */
export async function answerPage(
  ctx: KoaContextWithOIDC,
  config: IdentitySettings,
  status: number,
  render: (frame: PageFrame) => Html,
  params?: Record<string, unknown>,
  prefetch: (locale: Locale) => readonly string[] = () => [],
): Promise<void> {
  const nonce = randomBytes(16).toString('base64url');
  const { portalOrigin, brand } = config;
  const locale = localeOf(ctx, params);
  const files = prefetch(locale);
  const page = await render({ locale, brand, portalOrigin, nonce, prefetch: files });
  ctx.status = status;
  ctx.type = 'html';
  ctx.set('content-security-policy', contentSecurityPolicy(config, { nonce, prefetch: files }));
  ctx.set('content-language', locale);
  ctx.set(DOCUMENT_HEADERS);
  ctx.body = String(page);
}

export type Next = () => Promise<unknown>;

/** Redirects with 303, so that a reload does not submit again (RFC 9110 §15.4.4). */
export function goTo(ctx: KoaContextWithOIDC, url: string): void {
  ctx.redirect(url);
  ctx.status = 303;
}

/** @param params the parameters of the authorization request that the page belongs to */
export function localeOf(ctx: KoaContextWithOIDC, params: Record<string, unknown> = {}): Locale {
  return pageLocale({
    uiLocale: ctx.query.ui_locale ?? params.ui_locale,
    uiLocales: ctx.query.ui_locales ?? params.ui_locales,
    cookie: ctx.cookies.get(LOCALE_COOKIE, { signed: false }),
    acceptLanguage: ctx.headers['accept-language'],
  });
}

export function baseHeaders(config: IdentitySettings): Record<string, string> {
  const hsts = hstsOf(config.idpOrigin);
  return {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // Forms must send their origin, and no other site needs the address of a sign-in page.
    'referrer-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'content-security-policy': contentSecurityPolicy(config),
    ...(hsts && { 'strict-transport-security': hsts }),
  };
}

/** For documents only: in the frame of the silent check, browsers refuse a redirect with these headers. */
export const DOCUMENT_HEADERS = {
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
} as const;

/**
 * Only scripts and styles with the nonce are allowed. `form-action` also applies to the redirects after a submitted
 * form, so it names the portal and the connections. Without a nonce no script runs but oidc-provider's own, whose
 * hash it adds.
 */
function contentSecurityPolicy(
  config: IdentitySettings,
  { nonce, prefetch = [] }: { readonly nonce?: string; readonly prefetch?: readonly string[] } = {},
): string {
  const folders = new Set(prefetch.map((url) => new URL('.', url).href));
  return [
    ...(folders.size > 0 ? filesAhead([...folders]) : ["default-src 'none'"]),
    `script-src 'report-sample'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    ...(nonce ? [`style-src 'nonce-${nonce}'`] : []),
    'img-src data:',
    `form-action ${formTargets(config).join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join(';');
}

/** What `default-src` stands for, but for scripts, styles and pictures, which have directives of their own. */
const OTHERS = ['connect', 'font', 'frame', 'manifest', 'media', 'object', 'worker'] as const;

/**
 * Chromium fetches a file ahead where any directive names it (CSP Level 3 §6.7), Firefox where `default-src` does. All that
 * this stands for is forbidden by name, so that the files can do nothing.
 */
const filesAhead = (folders: readonly string[]): string[] => [
  `default-src ${folders.join(' ')}`,
  ...OTHERS.map((kind) => `${kind}-src 'none'`),
];

function formTargets(config: IdentitySettings): string[] {
  const connections = Object.values(config.connections).map(({ issuer }) => issuer);
  return ["'self'", ...portalOrigins(config), ...connections];
}
