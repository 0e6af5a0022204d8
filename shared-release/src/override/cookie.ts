import { OVERRIDE_TOKEN_MAX_LENGTH } from './token.ts';

/** Holds the signed override. The edges pass it on to the page's door, and nothing else of it. */
export const OVERRIDE_COOKIE = 'portal_override';
/** A compact JWS; deploy/nginx/override.conf reads the same. */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** The override in a `Cookie` header; undefined if there is none, or nothing that could be one. */
export function overrideCookieOf(cookies: string | undefined): string | undefined {
  const value = cookies
    ?.split(';')
    .map((one) => one.trim())
    .find((one) => one.startsWith(`${OVERRIDE_COOKIE}=`))
    ?.slice(OVERRIDE_COOKIE.length + 1);
  return value !== undefined && value.length <= OVERRIDE_TOKEN_MAX_LENGTH && TOKEN.test(value)
    ? value
    : undefined;
}

/**
 * The `Set-Cookie` header that keeps an override in this browser. No script can read it; `Lax`, so that
 * the return from the sign-in page brings it along.
 */
export const overrideCookie = (
  token: string,
  { secure, seconds }: { readonly secure: boolean; readonly seconds: number },
): string => cookie(token, secure, seconds);

/** The `Set-Cookie` header that ends it. */
export const endOverrideCookie = ({ secure }: { readonly secure: boolean }): string =>
  cookie('', secure, 0);

const cookie = (value: string, secure: boolean, seconds: number) =>
  [
    `${OVERRIDE_COOKIE}=${value}`,
    'Path=/',
    `Max-Age=${seconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
  ].join('; ');
