import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { discoverProvider } from './page-configuration.ts';

let server: Server;
let issuer: string;
let document: unknown;
beforeAll(async () => {
  server = createServer((request, response) => {
    const known = request.url === '/realms/members/.well-known/openid-configuration';
    response.writeHead(known ? 200 : 404).end(JSON.stringify(document));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realms/members`;
});
beforeEach(() => {
  document = metadata();
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const metadata = (changes: Record<string, unknown> = {}) => ({
  issuer,
  authorization_endpoint: 'https://login.example/auth?tenant=1',
  token_endpoint: 'https://login.example/token',
  end_session_endpoint: 'https://login.example/session/end',
  code_challenge_methods_supported: ['plain', 'S256'],
  ...changes,
});

test('without OIDC_ISSUER the portal uses its own provider', async () => {
  await expect(discoverProvider({})).resolves.toBeUndefined();
});

test.each([
  ['of another issuer', { issuer: 'https://evil.example' }, 'exactly so'],
  ['without S256', { code_challenge_methods_supported: ['plain'] }, 'S256'],
  ['without a token endpoint', { token_endpoint: undefined }, 'no usable endpoints'],
  ['whose tokens travel in the clear', { token_endpoint: 'http://login.example/token' }, 'usable'],
  ['with a script for an address', { authorization_endpoint: 'javascript:alert(1)' }, 'usable'],
])('a document %s stops the start with a clear error', async (_name, changes, sentence) => {
  document = metadata(changes);
  await expect(discoverProvider({ OIDC_ISSUER: issuer })).rejects.toThrow(sentence);
});

test.each(['', '/elsewhere'])(
  'a provider that does not answer stops the start with a clear error: %j',
  async (path) => {
    const gone = path ? `${issuer}${path}` : 'http://127.0.0.1:1';
    await expect(discoverProvider({ OIDC_ISSUER: gone })).rejects.toThrow('that answers at');
  },
);
