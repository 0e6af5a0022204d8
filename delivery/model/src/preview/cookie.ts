import { cookieIn, setCookie } from '../cookies.ts';
import { PREVIEW_TOKEN_MAX_LENGTH } from './preview.ts';

/** Of an address of a preview; deploy/nginx/preview.conf reads the same. */
const TOKEN = /^[\w-]+$/;

type Scheme = {
  readonly secure: boolean;
};

/**
 * The name of the cookie that holds the address of a preview. With https no other host of the domain can set it, and
 * nothing without TLS (`__Host-`, RFC 6265bis §4.1.3.2). Such a name is not kept over http, where developers use another.
 */
const previewCookieName = ({ secure }: Scheme): string =>
  secure ? '__Host-portal_preview' : 'portal_preview';

export function previewCookieOf(cookies: string | undefined, scheme: Scheme): string | undefined {
  const value = cookieIn(cookies, previewCookieName(scheme));
  return value !== undefined && value.length <= PREVIEW_TOKEN_MAX_LENGTH && TOKEN.test(value)
    ? value
    : undefined;
}

/** What the edges pass on to the page listener, which alone knows by which of the two names it goes: `<name>=<token>`. */
export const previewCookiesIn = (cookies: string | undefined): readonly string[] =>
  [{ secure: true }, { secure: false }].flatMap((scheme) => {
    const token = previewCookieOf(cookies, scheme);
    return token === undefined ? [] : [`${previewCookieName(scheme)}=${token}`];
  });

export const previewCookie = (
  token: string,
  options: Scheme & { readonly seconds: number },
): string => setCookie(previewCookieName(options), token, options);

export const endPreviewCookie = (scheme: Scheme): string =>
  setCookie(previewCookieName(scheme), '', { ...scheme, seconds: 0 });
