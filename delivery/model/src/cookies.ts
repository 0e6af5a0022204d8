/** The value of a cookie in a `Cookie` header; undefined if there is none of this name. */
export const cookieIn = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(';')
    .map((one) => one.trim())
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/**
 * The `Set-Cookie` header of a cookie for the whole portal. No script needs it, so it is `HttpOnly`;
 * `Lax`, so that the return from the sign-in page brings it along.
 * @param options.seconds how long it is kept; 0 ends it
 */
export const setCookie = (
  name: string,
  value: string,
  { secure, seconds }: { readonly secure: boolean; readonly seconds: number },
): string =>
  [
    `${name}=${value}`,
    'Path=/',
    `Max-Age=${seconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
  ].join('; ');
