import { parse, serialize } from 'hono/utils/cookie';

export const cookieIn = (header: string | undefined, name: string): string | undefined =>
  parse(header ?? '', name)[name];

/**
 * The `Set-Cookie` header of a cookie for the whole portal. No script needs it, so it is `HttpOnly`;
 * `Lax`, so that the return from the sign-in page brings it along. 0 seconds end it.
 */
export const setCookie = (
  name: string,
  value: string,
  { secure, seconds }: { readonly secure: boolean; readonly seconds: number },
): string =>
  serialize(name, value, { path: '/', maxAge: seconds, httpOnly: true, sameSite: 'Lax', secure });
