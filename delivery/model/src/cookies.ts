import { parse, serialize } from 'hono/utils/cookie';

export const cookieIn = (header: string | undefined, name: string): string | undefined =>
  parse(header ?? '', name)[name];

/** `Set-Cookie` for the whole portal, `Lax` so that the return from a sign-in brings it. 0 seconds end it. */
export const setCookie = (
  name: string,
  value: string,
  { secure, seconds }: { readonly secure: boolean; readonly seconds: number },
): string =>
  serialize(name, value, { path: '/', maxAge: seconds, httpOnly: true, sameSite: 'Lax', secure });
