import { generateKeyPairSync } from 'node:crypto';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Person, ProviderKind, ProviderSetup } from './started-provider.ts';

const AUDIENCE = 'https://api.portal.example';
const WEB_PAGES = '/usr/share/glewlwyd/webapp';
const SETTINGS = '/etc/glewlwyd/config-2.7.json';
const TABLES = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3';
/** What the package's own tables begin with. */
const ADMIN = { username: 'admin', password: 'password' };
/** The claims about a person that are properties of the user. */
const CLAIMS = ['given_name', 'family_name', 'email_verified'];

const person = (name: string, greeted: string): Person => ({
  name,
  password: `${name}-to-daifuku-88`,
  email: `${name}@glewlwyd.example`,
  greeted,
});
const MIDORI = person('midori', 'Midori Ito');
const REN = person('ren', 'Ren Kato');

/** Glewlwyd with two users, set up by its own API as in docs/identity-providers.md. */
export const GLEWLWYD: ProviderKind = {
  needs: { glewlwyd: '/usr/bin/glewlwyd', 'glewlwyd-common': WEB_PAGES },
  settings: {
    OIDC_AUDIENCE: AUDIENCE,
    OIDC_SCOPE: 'openid profile email',
    OIDC_AUTHORIZE_PARAMS: `resource=${encodeURIComponent(AUDIENCE)}`,
  },
  // It takes only the newest ID token of a session, which each silent check replaces.
  leavesUnanswered: 'an older ID token',
  people: [MIDORI, REN],

  async configure({ folder, port }) {
    const origin = originOf({ port });
    const pages = path.join(folder, 'pages');
    await cp(WEB_PAGES, pages, { recursive: true, dereference: true });
    // The package's link leads to a folder.
    await rm(path.join(pages, 'config.json'), { recursive: true, force: true });
    await cp(path.join(SETTINGS, 'config.json'), path.join(pages, 'config.json'));
    const database = new DatabaseSync(path.join(folder, 'database'));
    database.exec(await readFile(TABLES, 'utf8'));
    database.close();
    await writeFile(path.join(folder, 'glewlwyd.conf'), settingsOf(folder, port, origin));
    return {
      command: ['glewlwyd', '--config-file', path.join(folder, 'glewlwyd.conf')],
      issuer: `${origin}/api/oidc`,
    };
  },

  async prepare(setup) {
    const call = await adminCalls(setup);
    for (const name of ['profile', 'email']) {
      await call('POST', '/scope', {
        name,
        display_name: name,
        description: name,
        password_required: false,
        scheme: {},
        scheme_required: {},
      });
    }
    await addProperties(call, 'user', CLAIMS, false);
    await addProperties(call, 'client', ['post_logout_redirect_uris'], true);
    await call('POST', '/mod/plugin', {
      module: 'oidc',
      name: 'oidc',
      display_name: 'oidc',
      enabled: true,
      parameters: pluginOf(originOf(setup)),
    });
    await call('POST', '/client', {
      client_id: 'portal',
      name: 'Portal',
      enabled: true,
      confidential: false,
      redirect_uri: [`${setup.portal}/callback`, `${setup.portal}/silent-check.html`],
      post_logout_redirect_uris: [`${setup.portal}/`],
      authorization_type: ['code', 'refresh_token'],
      scope: [],
    });
    for (const { name, password, email, greeted } of [MIDORI, REN]) {
      const [given_name, family_name] = greeted.split(' ');
      await call('POST', '/user', {
        username: name,
        name: greeted,
        password,
        email,
        given_name,
        family_name,
        email_verified: '1',
        enabled: true,
        scope: ['openid', 'profile', 'email'],
      });
    }
  },

  async signIn(page, { name, password }) {
    await page.locator('#username').fill(name);
    await page.locator('#password').fill(password);
    await page.locator('#loginbut').click();
    // It asks for the scopes once.
    const grant = page.getByRole('button', { name: 'Grant access' });
    const goOn = page.getByRole('button', { name: 'Continue' });
    await grant.or(goOn).first().waitFor();
    if (await grant.isVisible()) {
      await page.locator('#grant-profile').check();
      await page.locator('#grant-email').check();
      await grant.click();
      await grant.waitFor({ state: 'detached' });
    }
    await goOn.click();
  },

  endsBlank: true,

  async confirmSignOut(page) {
    await page.getByRole('button', { name: 'Logout' }).first().click();
  },
};

const originOf = ({ port }: Pick<ProviderSetup, 'port'>) => `http://localhost:${port}`;

const settingsOf = (folder: string, port: number, origin: string) => `port = ${port}
bind_address = "127.0.0.1"
external_url = "${origin}"
login_url = "login.html"
api_prefix = "api"
static_files_path = "${folder}/pages"
allow_origin = "*"
log_mode = "console"
log_level = "WARNING"
cookie_secure = 0
session_expiration = 2419200
session_key = "GLEWLWYD2_SESSION_ID"
admin_scope = "g_admin"
profile_scope = "g_profile"
user_module_path = "/usr/lib/glewlwyd/user"
client_module_path = "/usr/lib/glewlwyd/client"
user_auth_scheme_module_path = "/usr/lib/glewlwyd/scheme"
plugin_module_path = "/usr/lib/glewlwyd/plugin"
hash_algorithm = "SHA512"
database = { type = "sqlite3" path = "${folder}/database" };
static_files_mime_types = (
  { extension = ".html" mime_type = "text/html" },
  { extension = ".css" mime_type = "text/css" },
  { extension = ".js" mime_type = "application/javascript" },
  { extension = ".json" mime_type = "application/json" }
);
`;

type AdminCall = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<unknown>;

async function adminCalls(setup: ProviderSetup): Promise<AdminCall> {
  const api = `${originOf(setup)}/api`;
  const headers = { 'content-type': 'application/json' };
  const session = await fetch(`${api}/auth`, {
    method: 'POST',
    headers,
    body: JSON.stringify(ADMIN),
  });
  const cookie = session.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return async (method, address, body) => {
    const answer = await fetch(api + address, {
      method,
      headers: { ...headers, cookie },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
}

/** Lets the database of users or clients know further properties. */
async function addProperties(
  call: AdminCall,
  kind: 'user' | 'client',
  names: readonly string[],
  multiple: boolean,
): Promise<void> {
  const module = (await call('GET', `/mod/${kind}/database`)) as {
    parameters: { 'data-format': Record<string, object> };
  };
  for (const name of names) {
    module.parameters['data-format'][name] = { multiple, read: true, write: true };
  }
  await call('PUT', `/mod/${kind}/database`, module);
  await call('PUT', `/mod/${kind}/database/reset`, {});
}

function pluginOf(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return {
    iss: `${origin}/api/oidc`,
    'jwt-type': 'rsa',
    'jwt-key-size': '256',
    key: privateKey,
    cert: publicKey,
    'access-token-duration': 3600,
    'refresh-token-duration': 1_209_600,
    'code-duration': 600,
    'refresh-token-rolling': false,
    'refresh-token-one-use': 'always',
    'allow-non-oidc': false,
    'auth-type-code-enabled': true,
    'auth-type-token-enabled': false,
    'auth-type-id-token-enabled': true,
    'auth-type-none-enabled': false,
    'auth-type-password-enabled': false,
    'auth-type-client-enabled': false,
    'auth-type-device-enabled': false,
    'auth-type-refresh-enabled': true,
    'allowed-scope': ['openid', 'profile', 'email'],
    'subject-type': 'public',
    'jwks-show': true,
    'pkce-allowed': true,
    'pkce-method-plain-allowed': false,
    'pkce-required': false,
    'pkce-required-public-client': true,
    'session-management-allowed': true,
    'session-cookie-name': 'GLEWLWYD2_OIDC_SID',
    'session-cookie-expiration': 2_419_200,
    'resource-allowed': true,
    'resource-scope': { openid: [AUDIENCE] },
    'resource-client-property': '',
    'resource-scope-and-client-property': false,
    'resource-change-allowed': false,
    'name-claim': 'on-demand',
    'name-claim-scope': ['profile'],
    'email-claim': 'on-demand',
    'email-claim-scope': ['email'],
    claims: CLAIMS.map((name) => ({
      name,
      'user-property': name,
      ...(name === 'email_verified'
        ? { type: 'boolean', 'boolean-value-true': '1', 'boolean-value-false': '0' }
        : { type: 'string' }),
      mandatory: false,
      'on-demand': true,
      scope: [name === 'email_verified' ? 'email' : 'profile'],
    })),
    scope: [],
    'additional-parameters': [],
  };
}
