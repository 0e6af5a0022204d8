import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import { listenOnFreePort } from '../listen.ts';

const MOUNT = '/realms/members';
const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/**
 * Starts an OpenID provider that differs from ours: it lies below a path and has other routes, JWT
 * access tokens, another signature algorithm, no rotation, and a consent page. It is `oidc-provider`
 * with its defaults; anybody can sign in with any password.
 */
export async function startOtherProvider(client: {
  readonly id: string;
  readonly redirectUris: readonly string[];
  readonly returnTo: string;
}) {
  const server = createServer();
  const origin = `http://localhost:${await listenOnFreePort(server, 'localhost')}`;
  const issuer = `${origin}${MOUNT}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const audience = `${issuer}/api`;

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        application_type: 'web',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [...client.redirectUris],
        post_logout_redirect_uris: [client.returnTo],
        id_token_signed_response_alg: 'PS256',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'other', use: 'sig' }] },
    enabledJWA: { idTokenSigningAlgValues: ['PS256', 'RS256'] },
    cookies: { keys: ['a key of the test'] },
    clientBasedCORS: () => true,
    rotateRefreshToken: false,
    ttl: {
      AccessToken: MINUTE,
      AuthorizationCode: MINUTE,
      Grant: DAY,
      IdToken: MINUTE,
      Interaction: DAY,
      RefreshToken: DAY,
      Session: DAY,
    },
    features: {
      devInteractions: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'profile',
          audience,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    const { url = '' } = request;
    if (!url.startsWith(MOUNT)) return void response.writeHead(404).end();
    // A server that mounts the provider below a path does the same.
    Object.assign(request, { originalUrl: url });
    request.url = url.slice(MOUNT.length) || '/';
    void answer(request, response);
  });

  return {
    origin,
    issuer,
    clientId: client.id,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
