import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Person, ProviderKind, ProviderSetup } from './started-provider.ts';

const AUDIENCE = 'https://api.portal.example';
const PERL = '/usr/share/perl5';
const PORTAL = '/usr/share/lemonldap-ng/portal';

const person = (name: string, greeted: string): Person => ({
  name,
  password: name,
  email: `${name}@badwolf.org`,
  greeted,
});

/** LemonLDAP::NG with its demonstration accounts, set up as in docs/identity-providers.md. */
export const LEMONLDAP: ProviderKind = {
  needs: {
    'lemonldap-ng': `${PERL}/Lemonldap/NG/Portal/Issuer/OpenIDConnect.pm`,
    'libplack-perl': '/usr/bin/plackup',
    'libgd-securityimage-perl': `${PERL}/GD/SecurityImage.pm`,
    'libimage-magick-perl': `${PERL}/Image/Magick.pm`,
    'libio-string-perl': `${PERL}/IO/String.pm`,
    'libstring-random-perl': `${PERL}/String/Random.pm`,
  },
  settings: { OIDC_AUDIENCE: AUDIENCE, OIDC_SCOPE: 'openid profile email portal' },
  leavesUnanswered: 'nobody signed in',
  people: [person('dwho', 'Doctor Who'), person('rtyler', 'Rose Tyler')],

  async configure({ folder, port, portal }) {
    const issuer = `http://localhost:${port}/`;
    const folders = ['conf', 'cache', 'sessions', 'persistent'];
    for (const name of folders) await mkdir(path.join(folder, name, 'lock'), { recursive: true });
    const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
    await write('conf/lmConf-1.json', JSON.stringify(configurationOf(folder, issuer, portal)));
    await write('lemonldap-ng.ini', iniOf(folder));
    await write('portal.psgi', PSGI);
    return {
      command: ['plackup', '-E', 'production', '-o', '127.0.0.1', '-p', `${port}`, 'portal.psgi'],
      env: { LLNG_DEFAULTCONFFILE: path.join(folder, 'lemonldap-ng.ini') },
      issuer,
    };
  },

  async signIn(page, { name, password }) {
    await page.locator('input[name=user]').fill(name);
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[type=submit]').click();
  },

  async ageSignIns({ folder }, seconds) {
    const sessions = path.join(folder, 'sessions');
    for (const entry of await readdir(sessions, { withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = path.join(sessions, entry.name);
      const session = JSON.parse(await readFile(file, 'utf8'));
      if (!session._lastAuthnUTime) continue;
      for (const time of ['_utime', '_lastAuthnUTime']) session[time] -= seconds;
      await writeFile(file, JSON.stringify(session));
    }
  },
};

function configurationOf(folder: string, issuer: string, portal: string) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const store = (name: string) => ({
    Directory: path.join(folder, name),
    LockDirectory: path.join(folder, name, 'lock'),
    generateModule: 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256',
  });
  return {
    cfgNum: 1,
    cfgAuthor: 'the proof',
    cfgDate: '1',
    portal: issuer,
    domain: 'localhost',
    cookieName: 'lemonldap',
    securedCookie: 0,
    key: randomUUID(),
    authentication: 'Demo',
    userDB: 'Same',
    passwordDB: 'Null',
    registerDB: 'Null',
    demoExportedVars: { cn: 'cn', mail: 'mail', uid: 'uid' },
    macros: {
      emailVerified: '1',
      givenName: '(split(" ", $cn))[0]',
      familyName: '(split(" ", $cn))[1]',
    },
    groups: {},
    exportedVars: {},
    locationRules: {},
    skipRenewConfirmation: 1,
    whatToTrace: 'uid',
    globalStorage: 'Apache::Session::File',
    globalStorageOptions: store('sessions'),
    persistentStorage: 'Apache::Session::File',
    persistentStorageOptions: store('persistent'),
    issuerDBOpenIDConnectActivation: 1,
    oidcServicePrivateKeySig: privateKey,
    oidcServicePublicKeySig: publicKey,
    oidcServiceKeyIdSig: 'first',
    oidcRPMetaDataOptions: {
      portal: {
        oidcRPMetaDataOptionsClientID: 'portal',
        oidcRPMetaDataOptionsPublic: 1,
        oidcRPMetaDataOptionsRequirePKCE: 1,
        oidcRPMetaDataOptionsRedirectUris: `${portal}/callback ${portal}/silent-check.html`,
        oidcRPMetaDataOptionsPostLogoutRedirectUris: `${portal}/`,
        oidcRPMetaDataOptionsLogoutBypassConfirm: 1,
        oidcRPMetaDataOptionsBypassConsent: 1,
        oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
        oidcRPMetaDataOptionsAccessTokenJWT: 1,
        oidcRPMetaDataOptionsAccessTokenSignAlg: 'RS256',
        oidcRPMetaDataOptionsAccessTokenClaims: 1,
        oidcRPMetaDataOptionsAdditionalAudiences: AUDIENCE,
        oidcRPMetaDataOptionsRefreshToken: 1,
      },
    },
    oidcRPMetaDataExportedVars: {
      portal: {
        email: 'mail',
        email_verified: 'emailVerified;bool',
        given_name: 'givenName',
        family_name: 'familyName',
        auth_time: '_lastAuthnUTime;int',
      },
    },
    oidcRPMetaDataOptionsExtraClaims: { portal: { portal: 'auth_time' } },
  };
}

const iniOf = (folder: ProviderSetup['folder']) => `[all]
logLevel = warn
[configuration]
type = File
dirName = ${folder}/conf
localStorage = Cache::FileCache
localStorageOptions = {'namespace' => 'configuration', 'cache_root' => '${folder}/cache'}
[portal]
staticPrefix = /static
templateDir = ${PORTAL}/templates
languages = en
`;

const PSGI = `use Plack::Builder;
use Lemonldap::NG::Portal::Main;
builder {
  enable 'Static', path => qr{^/static/}, root => '${PORTAL}/htdocs';
  enable 'Static', path => sub { s{^/javascript/}{} }, root => '/usr/share/javascript';
  Lemonldap::NG::Portal::Main->run({});
};
`;
