import * as oauth from 'oauth4webapi';
import { createBrowser, type TestBrowser, type Visit } from './browser.ts';
import { PORTAL, type TestIdp } from './idp.ts';

const insecure = { [oauth.allowInsecureRequests]: true };
const CLIENT: oauth.Client = { client_id: 'portal' };
export const MEMBER = { email: 'hanako@example.com', password: 'sakura-mochi-2026' };

/** The portal's side of the protocol, by an independent client (oauth4webapi) with a browser. */
export async function createPortal(
  server: Pick<TestIdp, 'issuer'>,
  browser: TestBrowser = createBrowser(server.issuer),
) {
  const issuer = new URL(server.issuer);
  const as = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, insecure),
  );

  async function authorization(extra: Record<string, string | undefined> = {}) {
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const nonce = oauth.generateRandomNonce();
    const redirectUri = extra.redirect_uri ?? `${PORTAL}/callback`;
    const parameters = {
      response_type: 'code',
      client_id: CLIENT.client_id,
      redirect_uri: redirectUri,
      scope: 'openid offline_access profile',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ui_locale: 'ja',
      ...extra,
    };
    const url = new URL(as.authorization_endpoint as string);
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== undefined) url.searchParams.set(name, value);
    }
    return { url, verifier, state, nonce, redirectUri };
  }
  type Started = Awaited<ReturnType<typeof authorization>>;

  /** Exchanges the code that the browser brought back, with every check that a client must make. */
  async function exchange(
    { url }: Pick<Visit, 'url'>,
    started: Started,
    additionalParameters: Record<string, string> = {},
  ) {
    const answer = oauth.validateAuthResponse(as, CLIENT, url, started.state);
    const response = await oauth.authorizationCodeGrantRequest(
      as,
      CLIENT,
      oauth.None(),
      answer,
      started.redirectUri,
      started.verifier,
      { ...insecure, additionalParameters },
    );
    const tokens = await oauth.processAuthorizationCodeResponse(as, CLIENT, response, {
      expectedNonce: started.nonce,
      requireIdToken: true,
    });
    return { tokens, claims: oauth.getValidatedIdTokenClaims(tokens) as oauth.IDToken };
  }

  return {
    as,
    browser,
    authorization,
    exchange,
    /** A whole sign-in: page, password, code, tokens. */
    async signIn(extra: Record<string, string> = {}) {
      const started = await authorization(extra);
      const page = await browser.go(started.url);
      const back = page.html ? await browser.submit(page, MEMBER) : page;
      return exchange(back, started);
    },
    /** The request of the hidden frame: `prompt=none` and only `openid`. */
    async silentCheck() {
      const started = await authorization({
        prompt: 'none',
        scope: 'openid',
        redirect_uri: `${PORTAL}/silent-check.html`,
      });
      return { started, back: await browser.go(started.url) };
    },
    /** One renewal, with the raw answer. */
    async renew(
      refreshToken: string,
      origin = server.issuer,
      clientId = CLIENT.client_id,
      more: Readonly<Record<string, string>> = {},
    ) {
      const response = await fetch(`${origin}/oauth/token`, {
        method: 'POST',
        headers: { accept: 'application/json', origin: PORTAL },
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          client_id: clientId,
          refresh_token: refreshToken,
          redirect_uri: `${PORTAL}/callback`,
          ...more,
        }),
      });
      return { status: response.status, body: await response.text() };
    },
  };
}

export const accessTokenOf = (answer: { body: string }): string => fieldOf(answer, 'access_token');
export const refreshTokenOf = (answer: { body: string }): string =>
  fieldOf(answer, 'refresh_token');

function fieldOf({ body }: { body: string }, name: string): string {
  const value = (JSON.parse(body) as Record<string, unknown>)[name];
  if (typeof value !== 'string') throw new Error(`The answer has no ${name}: ${body}`);
  return value;
}
