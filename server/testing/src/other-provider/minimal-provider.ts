import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { listenOnFreePort } from '../listen.ts';

/** What the provider knows of somebody (OpenID Connect Core §5.1). */
export type Person = {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly given_name?: string;
  readonly family_name?: string;
  readonly locale?: string;
};

export type TokenOptions = {
  readonly audience?: string;
  readonly issuer?: string;
  /** The client that the token was issued to; the portal by default. */
  readonly client?: string;
  readonly expiresAt?: Date;
  /** When the person signed in; no claim by default. */
  readonly authTime?: Date | undefined;
  readonly sessionId?: string | undefined;
  /** Claims about the person in the token itself. */
  readonly claims?: Person;
};

export type MinimalProvider = Awaited<ReturnType<typeof startMinimalProvider>>;

const TENANT = '/tenants/7';
const TOKEN_MS = 60_000;
const CODE_MS = 60_000;
const INTROSPECTOR = { id: 'portal-api', secret: 'a secret: of the API' };
export const AUDIENCE = 'https://api.portal.example';

type SignIn = { readonly subject: string; readonly sessionId: string; readonly authTime: Date };
type Code = SignIn & { readonly challenge: string; readonly nonce: string; readonly until: number };
type Metadata = {
  /** Answers a silent check only where it carries the ID token of the sign-in. */
  readonly wantsHint?: boolean;
  /** Pages of other origins may not read its answers. */
  readonly withoutCors?: boolean;
};

/**
 * Starts an OpenID provider on this machine that is not built like ours: other routes below a path,
 * ES256 access tokens (RFC 9068) that have `sid` and `auth_time`, refresh tokens that stay the same, and
 * introspection (RFC 7662). Anybody signs in with the name of a person.
 */
export async function startMinimalProvider(
  setup: {
    readonly clientId?: string;
    readonly now?: () => Date;
    readonly people?: Readonly<Record<string, Person>>;
  } & Metadata = {},
) {
  const { clientId = 'portal', now = () => new Date() } = setup;
  const people = new Map(Object.entries(setup.people ?? {}));
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'first', alg: 'ES256' }] };
  const codes = new Map<string, Code>();
  const sessions = new Map<string, SignIn>();
  const refreshTokens = new Map<string, SignIn>();
  const opaque = new Map<string, Record<string, unknown>>();
  const asked: string[] = [];
  let isDown = false;
  let refusal: 'invalid_request' | undefined;

  const server = createServer((request, response) => void answer(request, response));
  const origin = `http://localhost:${await listenOnFreePort(server)}`;
  const issuer = origin + TENANT;
  const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

  function claimsOf(subject: string, options: TokenOptions): Record<string, unknown> {
    const { audience = AUDIENCE, expiresAt = new Date(now().getTime() + TOKEN_MS) } = options;
    return {
      iss: options.issuer ?? issuer,
      sub: subject,
      aud: audience,
      client_id: options.client ?? clientId,
      iat: seconds(now()),
      exp: seconds(expiresAt),
      scope: 'openid profile',
      ...(options.authTime && { auth_time: seconds(options.authTime) }),
      ...(options.sessionId && { sid: options.sessionId }),
      ...options.claims,
    };
  }

  const sign = (claims: Record<string, unknown>, typ: string) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'first', typ }).sign(privateKey);

  const accessToken = (subject: string, options: TokenOptions = {}) =>
    sign(claimsOf(subject, options), 'at+jwt');

  function opaqueToken(subject: string, options: TokenOptions = {}): string {
    const token = randomUUID();
    opaque.set(token, claimsOf(subject, options));
    return token;
  }

  async function tokensFor(signIn: SignIn, nonce?: string) {
    const { subject, authTime, sessionId } = signIn;
    const refreshToken = randomUUID();
    refreshTokens.set(refreshToken, signIn);
    return {
      access_token: await accessToken(subject, { authTime, sessionId }),
      token_type: 'Bearer',
      expires_in: TOKEN_MS / 1000,
      refresh_token: refreshToken,
      id_token: await sign(
        {
          ...claimsOf(subject, { authTime, sessionId, audience: clientId }),
          ...(nonce && { nonce }),
        },
        'JWT',
      ),
    };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const url = new URL(request.url ?? '/', origin);
    const path = url.pathname.slice(TENANT.length);
    const json = (body: unknown, status = 200) =>
      void response
        .writeHead(status, {
          'content-type': 'application/json',
          ...(!setup.withoutCors && { 'access-control-allow-origin': '*' }),
          'cache-control': 'no-store',
        })
        .end(JSON.stringify(body));
    asked.push(path);
    if (!url.pathname.startsWith(TENANT)) return void response.writeHead(404).end();
    if (isDown) return void response.writeHead(503).end();
    if (request.method === 'OPTIONS') {
      response.setHeader('access-control-allow-headers', '*');
      return json({}, 200);
    }
    switch (path) {
      case '/.well-known/openid-configuration':
        return json(metadata());
      case '/keys':
        return json(keys);
      case '/connect/authorize':
        return authorize(request, response, url);
      case '/connect/sign-in':
        return signIn(response, await formOf(request));
      case '/connect/token':
        return token(json, await formOf(request), response);
      case '/connect/userinfo':
        return userinfo(json, request);
      case '/connect/introspect':
        return introspect(json, request, await formOf(request));
      case '/connect/end':
        return end(request, response, url);
      default:
        return void response.writeHead(404).end();
    }
  }

  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/connect/authorize`,
    token_endpoint: `${issuer}/connect/token`,
    userinfo_endpoint: `${issuer}/connect/userinfo`,
    introspection_endpoint: `${issuer}/connect/introspect`,
    end_session_endpoint: `${issuer}/connect/end`,
    jwks_uri: `${issuer}/keys`,
    code_challenge_methods_supported: ['S256'],
  });

  function authorize(request: IncomingMessage, response: ServerResponse, url: URL): unknown {
    const query = url.searchParams;
    const session = sessions.get(cookieOf(request));
    const prompts = (query.get('prompt') ?? '').split(' ');
    const maxAge = query.get('max_age');
    const isOld =
      session && maxAge !== null && seconds(now()) - seconds(session.authTime) > Number(maxAge);
    // As Glewlwyd 2.7.
    if (session && prompts.includes('none') && setup.wantsHint && !query.has('id_token_hint')) {
      return leave(response, query, { error: 'invalid_request' });
    }
    if (session && !isOld && !prompts.includes('login')) {
      return leave(response, query, { code: codeFor(session, query) });
    }
    if (prompts.includes('none')) return leave(response, query, { error: 'login_required' });
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<!doctype html><title>Tenant 7</title><h1>Tenant 7</h1><form method="post" action="${TENANT}/connect/sign-in"><input type="hidden" name="query" value="${Buffer.from(url.search).toString('base64url')}"><label>Name <input name="name"></label><button>Continue</button></form>`,
      );
  }

  function signIn(response: ServerResponse, form: URLSearchParams): void {
    const query = new URLSearchParams(
      Buffer.from(form.get('query') ?? '', 'base64url').toString('utf8'),
    );
    const session = { subject: form.get('name') ?? '', sessionId: randomUUID(), authTime: now() };
    const id = randomUUID();
    sessions.set(id, session);
    response.setHeader('set-cookie', `tenant=${id}; Path=${TENANT}; HttpOnly; SameSite=Lax`);
    leave(response, query, { code: codeFor(session, query) });
  }

  function codeFor(session: SignIn, query: URLSearchParams): string {
    const code = randomUUID();
    codes.set(code, {
      ...session,
      challenge: query.get('code_challenge') ?? '',
      nonce: query.get('nonce') ?? '',
      until: now().getTime() + CODE_MS,
    });
    return code;
  }

  function leave(
    response: ServerResponse,
    query: URLSearchParams,
    parameters: Record<string, string>,
  ): void {
    const back = new URL(query.get('redirect_uri') ?? '');
    const all = { ...parameters, state: query.get('state') ?? '', iss: issuer };
    for (const [name, value] of Object.entries(all)) back.searchParams.set(name, value);
    response.writeHead(303, { location: back.href }).end();
  }

  async function token(
    json: Json,
    form: URLSearchParams,
    response: ServerResponse,
  ): Promise<unknown> {
    const renewed = refreshTokens.get(form.get('refresh_token') ?? '');
    if (renewed) {
      const { refresh_token: _same, ...tokens } = await tokensFor(renewed);
      return json(tokens);
    }
    if (form.has('refresh_token')) {
      // As LemonLDAP::NG 2.16 and Glewlwyd 2.7 answer, in place of `invalid_grant`.
      if (refusal) return json({ error: refusal }, 400);
      return response.writeHead(400, { 'access-control-allow-origin': '*' }).end();
    }
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const verifier = form.get('code_verifier') ?? '';
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const isRight =
      code &&
      code.until > now().getTime() &&
      code.challenge === challenge &&
      form.get('client_id') === clientId;
    return isRight
      ? json(await tokensFor(code, code.nonce))
      : json({ error: 'invalid_grant' }, 400);
  }

  function userinfo(json: Json, request: IncomingMessage): unknown {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const claims = opaque.get(token) ?? payloadOf(token);
    const sub = String(claims?.sub ?? '');
    return people.has(sub)
      ? json({ sub, ...people.get(sub) })
      : json({ error: 'invalid_token' }, 401);
  }

  function introspect(json: Json, request: IncomingMessage, form: URLSearchParams): unknown {
    // RFC 6749 §2.3.1: id and secret are encoded like the values of a form.
    const basic = Buffer.from(
      request.headers.authorization?.slice('Basic '.length) ?? '',
      'base64',
    );
    const [id, secret] = basic
      .toString('utf8')
      .split(':')
      .map((one) => decodeURIComponent(one.replaceAll('+', ' ')));
    if (id !== INTROSPECTOR.id || secret !== INTROSPECTOR.secret) {
      return json({ error: 'invalid_client' }, 401);
    }
    const claims = opaque.get(form.get('token') ?? '');
    return json(claims ? { active: true, ...claims } : { active: false });
  }

  function end(request: IncomingMessage, response: ServerResponse, url: URL): void {
    sessions.delete(cookieOf(request));
    const back = url.searchParams.get('post_logout_redirect_uri') ?? '';
    response.writeHead(303, { location: back }).end();
  }

  return {
    origin,
    issuer,
    introspector: INTROSPECTOR,
    people,
    /** The paths that were asked for, below the provider's own. */
    asked,
    accessToken,
    opaqueToken,
    /** Signs any claims by the provider's key. */
    sign,
    revoke: (opaqueTokenOfIt: string) => void opaque.delete(opaqueTokenOfIt),
    /** Forgets who is signed in, and the refresh tokens. @param word says so in a renewal; no word without it */
    endSessions(word?: 'invalid_request') {
      refusal = word;
      sessions.clear();
      refreshTokens.clear();
    },
    setDown: (down: boolean) => {
      isDown = down;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Json = (body: unknown, status?: number) => unknown;

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return new URLSearchParams(body);
}

const cookieOf = ({ headers }: IncomingMessage): string =>
  /\btenant=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? '';

function payloadOf(token: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
