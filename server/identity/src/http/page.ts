import { randomBytes } from 'node:crypto';
import { LOCALE_COOKIE, pageLocale } from '@portal/server-platform/http/locale';
import type { Html, PageFrame } from '@portal/server-platform/pages/layout';
import type { Locale } from '@portal/shared-contract';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { IdentitySettings } from '../settings.ts';
import { contentSecurityPolicy, DOCUMENT_HEADERS } from './security-headers.ts';

/**
 * Answers a request with a page in the reader's language, with its own content security policy.
 * @param prefetch files of the portal that the browser fetches meanwhile
 */
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

/** @param params the parameters of the authorization request that the page belongs to */
export function localeOf(ctx: KoaContextWithOIDC, params: Record<string, unknown> = {}): Locale {
  return pageLocale({
    uiLocale: ctx.query.ui_locale ?? params.ui_locale,
    uiLocales: ctx.query.ui_locales ?? params.ui_locales,
    cookie: ctx.cookies.get(LOCALE_COOKIE, { signed: false }),
    acceptLanguage: ctx.headers['accept-language'],
  });
}
