import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Locale } from '@portal/shared-contract';
import * as oauth from 'oauth4webapi';
import type { KoaContextWithOIDC } from 'oidc-provider';
import * as v from 'valibot';
import { ROUTES } from '../client.ts';
import type { SealedCookies } from '../http/sealed-cookie.ts';
import type { LineConfig } from './settings.ts';

export type LineTransaction = {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
};

export type LineAnswer =
  /** `email` as LINE knows it; only if the channel may ask for it. */
  | { readonly kind: 'person'; readonly subject: string; readonly email?: string }
  | { readonly kind: 'cancelled' }
  /** `cause` is for the log. */
  | { readonly kind: 'failed'; readonly cause: unknown };

const TIMEOUT_MS = 10_000;
const UI_LOCALES: Record<Locale, string> = { ja: 'ja-JP', en: 'en-US' };

/** A client of LINE Login v2.1 (OpenID Connect) with state, nonce and PKCE; `redirectUri` is registered at LINE. */
export function createLineClient(line: LineConfig, redirectUri: string) {
  const issuer = new URL(line.issuer);
  const client: oauth.Client = { client_id: line.channelId };
  // Only the local sandbox has no TLS.
  const insecure = issuer.protocol === 'http:' && { [oauth.allowInsecureRequests]: true };
  const options = () => ({ ...insecure, signal: AbortSignal.timeout(TIMEOUT_MS) });
  let known: Promise<oauth.AuthorizationServer> | undefined;

  function discover(): Promise<oauth.AuthorizationServer> {
    known ??= oauth
      .discoveryRequest(issuer, options())
      .then((response) => oauth.processDiscoveryResponse(issuer, response))
      .catch((error: unknown) => {
        known = undefined;
        throw error;
      });
    return known;
  }

  return {
    /**
     * The authorization URL, and the transaction to keep until the callback.
     * @throws when LINE cannot be reached
     */
    async begin(locale: Locale): Promise<{ url: string; transaction: LineTransaction }> {
      const { authorization_endpoint: endpoint } = await discover();
      if (!endpoint) throw new Error('LINE names no authorization endpoint');
      const transaction = {
        state: oauth.generateRandomState(),
        nonce: oauth.generateRandomNonce(),
        verifier: oauth.generateRandomCodeVerifier(),
      };
      const url = new URL(endpoint);
      const parameters = {
        response_type: 'code',
        client_id: line.channelId,
        redirect_uri: redirectUri,
        scope: line.email ? 'openid profile email' : 'openid profile',
        state: transaction.state,
        nonce: transaction.nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(transaction.verifier),
        code_challenge_method: 'S256',
        ui_locales: UI_LOCALES[locale],
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return { url: url.href, transaction };
    },

    async finish(callback: URL, transaction: LineTransaction): Promise<LineAnswer> {
      try {
        const as = await discover();
        const answer = oauth.validateAuthResponse(as, client, callback, transaction.state);
        const response = await oauth.authorizationCodeGrantRequest(
          as,
          client,
          oauth.ClientSecretPost(line.channelSecret),
          answer,
          redirectUri,
          transaction.verifier,
          options(),
        );
        const alg = await algorithmOf(response.clone());
        const tokens = await oauth.processAuthorizationCodeResponse(
          as,
          { ...client, id_token_signed_response_alg: alg },
          response,
          { expectedNonce: transaction.nonce, requireIdToken: true },
        );
        if (alg === 'HS256') verifyHmac(tokens.id_token ?? '', line.channelSecret);
        else await oauth.validateApplicationLevelSignature(as, response, options());
        const claims = oauth.getValidatedIdTokenClaims(tokens);
        return claims
          ? { kind: 'person', subject: claims.sub, ...emailOf(claims) }
          : { kind: 'failed', cause: new Error('LINE named nobody') };
      } catch (cause) {
        return cancelled(cause) ? { kind: 'cancelled' } : { kind: 'failed', cause };
      }
    },
  };
}

export type LineClient = ReturnType<typeof createLineClient>;

/** LINE signs with the channel's secret (HS256) or a published key (ES256); each is checked with its key alone. */
async function algorithmOf(response: Response): Promise<'HS256' | 'ES256'> {
  const body: unknown = await response.json().catch(() => undefined);
  const token = (body as { id_token?: unknown } | undefined)?.id_token;
  const [header = ''] = typeof token === 'string' ? token.split('.') : [];
  try {
    const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString('utf8'));
    return alg === 'ES256' ? 'ES256' : 'HS256';
  } catch {
    return 'HS256';
  }
}

/** Some LINE accounts have no address, or do not share it. */
function emailOf({ email }: oauth.IDToken): { email?: string } {
  return typeof email === 'string' ? { email } : {};
}

function verifyHmac(token: string, secret: string): void {
  const [header, payload, signature = ''] = token.split('.');
  const expected = createHmac('sha256', secret).update(`${header}.${payload}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new Error('The signature of LINE’s ID token is wrong');
  }
}

/** RFC 6749 §4.1.2.1. LINE also sends the code in capitals. */
function cancelled(error: unknown): boolean {
  return (
    error instanceof oauth.AuthorizationResponseError &&
    error.error.toLowerCase() === 'access_denied'
  );
}

/** Long enough for LINE's own sign-in, which may ask for a code. */
const SECONDS = 15 * 60;
const STATE_IN_NAME = 16;

const Transaction = { state: v.string(), nonce: v.string(), verifier: v.string() };
const PendingSchema = v.variant('purpose', [
  v.object({
    ...Transaction,
    purpose: v.literal('link'),
    memberId: v.string(),
    /** The member who started: another may sign in meanwhile. */
    sessionUid: v.string(),
    back: v.object({
      origin: v.string(),
      locale: v.picklist(['ja', 'en']),
      state: v.optional(v.string()),
    }),
  }),
  /** `uid` is the interaction of the sign-in page. */
  v.object({
    ...Transaction,
    purpose: v.literal('sign-in'),
    uid: v.string(),
    locale: v.picklist(['ja', 'en']),
  }),
  /** Already handled: a reload of the callback redirects to the same address again. */
  v.object({ state: v.string(), purpose: v.literal('done'), goTo: v.string() }),
]);
/** An authorization request at LINE whose callback is awaited, or was handled. */
export type PendingTransaction = v.InferOutput<typeof PendingSchema>;
export type SignInTransaction = Extract<PendingTransaction, { purpose: 'sign-in' }>;

/** Keeps each transaction in its own cookie, so that two tabs do not interfere. */
export function lineTransactions(cookies: SealedCookies) {
  const place = (state: string) => ({
    name: `idp_line_${state.replace(/[^\w-]/g, '').slice(0, STATE_IN_NAME)}`,
    path: ROUTES.connections,
  });
  return {
    keep(ctx: KoaContextWithOIDC, pending: PendingTransaction): void {
      cookies.set(ctx, place(pending.state), pending, SECONDS);
    },
    find(ctx: KoaContextWithOIDC, state: unknown): PendingTransaction | undefined {
      if (typeof state !== 'string' || state === '') return undefined;
      const pending = cookies.read(ctx, place(state).name, PendingSchema);
      return pending?.state === state ? pending : undefined;
    },
  };
}

export type LineTransactions = ReturnType<typeof lineTransactions>;
