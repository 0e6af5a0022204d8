import { cookieIn, setCookie } from '../cookies.ts';
import { OVERRIDE_TOKEN_MAX_LENGTH } from './token.ts';

/** Holds the signed override. The edges pass it on to the page listener, and nothing else of it. */
export const OVERRIDE_COOKIE = 'portal_override';
/** A compact JWS; deploy/nginx/override.conf reads the same. */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** The override in a `Cookie` header; undefined if there is none, or nothing that could be one. */
export function overrideCookieOf(cookies: string | undefined): string | undefined {
  const value = cookieIn(cookies, OVERRIDE_COOKIE);
  return value !== undefined && value.length <= OVERRIDE_TOKEN_MAX_LENGTH && TOKEN.test(value)
    ? value
    : undefined;
}

/** The `Set-Cookie` header that keeps an override in this browser. */
export const overrideCookie = (
  token: string,
  options: { readonly secure: boolean; readonly seconds: number },
): string => setCookie(OVERRIDE_COOKIE, token, options);

/** The `Set-Cookie` header that ends it. */
export const endOverrideCookie = ({ secure }: { readonly secure: boolean }): string =>
  setCookie(OVERRIDE_COOKIE, '', { secure, seconds: 0 });
