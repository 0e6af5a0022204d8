import * as v from 'valibot';

/** What is known of the person behind an access token of another provider. */
export type TokenClaims = {
  readonly subject: string;
  readonly issuedAt: Date | undefined;
  /** When the person last signed in at the provider (RFC 9068 §2.2.1). */
  readonly authTime: Date | undefined;
  /** The provider's session (OpenID Connect Front-Channel Logout 1.0 §3). */
  readonly sessionId: string | undefined;
  readonly scope: string;
  readonly amr: readonly string[];
  readonly person: PersonClaims;
};

/**
 * Checks an access token; undefined for one that is not valid.
 * @throws ProviderUnavailableError if the provider's keys or its answer do not come
 */
export type CheckToken = (token: string) => Promise<TokenClaims | undefined>;

/** OpenID Connect Core §5.1. */
export type PersonClaims = {
  readonly email?: string | undefined;
  readonly emailVerified: boolean;
  readonly givenName?: string | undefined;
  readonly familyName?: string | undefined;
  readonly locale?: string | undefined;
};

/** The database holds no NUL, and no name, address or id has another control character. */
const plain = v.pipe(v.string(), v.regex(/^\P{Cc}*$/u));
const text = v.optional(v.fallback(v.optional(plain), undefined));
const seconds = v.optional(v.fallback(v.optional(v.number()), undefined));
const PersonSchema = v.object({
  email: text,
  // Some providers write the boolean as a text.
  email_verified: v.optional(v.fallback(v.union([v.boolean(), v.string()]), false)),
  given_name: text,
  family_name: text,
  locale: text,
});
const ClaimsSchema = v.object({
  sub: v.pipe(plain, v.nonEmpty(), v.maxLength(255)),
  iat: seconds,
  auth_time: seconds,
  sid: text,
  scope: text,
  amr: v.optional(v.fallback(v.array(v.string()), [])),
});

/** Reads the claims of a token that was checked; undefined if they name nobody. */
export function readClaims(payload: unknown): TokenClaims | undefined {
  const parsed = v.safeParse(ClaimsSchema, payload);
  if (!parsed.success) return undefined;
  const { sub, iat, auth_time: authTime, sid, scope, amr } = parsed.output;
  return {
    subject: sub,
    issuedAt: dateOf(iat),
    authTime: dateOf(authTime),
    sessionId: sid,
    scope: scope ?? '',
    amr: amr ?? [],
    person: readPerson(payload),
  };
}

/** Reads the claims about the person, of a token or of an answer of the userinfo endpoint. */
export function readPerson(payload: unknown): PersonClaims {
  const parsed = v.safeParse(PersonSchema, payload);
  if (!parsed.success) return { emailVerified: false };
  const { email, email_verified: verified, locale, ...names } = parsed.output;
  return {
    email,
    emailVerified: verified === true || verified === 'true',
    givenName: names.given_name,
    familyName: names.family_name,
    locale,
  };
}

const dateOf = (seconds: number | undefined): Date | undefined =>
  seconds === undefined ? undefined : new Date(seconds * 1000);
