import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { type Certificate, type Served, serve } from './serve.ts';

const BASE = '/realms/master/account';
const PROVIDER = '/realms/master/protocol/openid-connect';
const FILES = '/resources/master/account';
const ACCOUNT_UI = '@keycloak/keycloak-account-ui';
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};

/** The value of a field of the console that only real data brings. */
export const KEYCLOAK_TEXT = 'Hanako';

/** How a folder with the console's packages is made: 267 MB, so that no installation of ours has them. */
export const KEYCLOAK_COMMAND =
  'npm install --ignore-scripts --prefix <folder> @keycloak/keycloak-account-ui@26.7.4 react@18.3.1 react-dom@18.3.1';

/** As the package's own theme starts it: React is a module of its own, and the texts come before the first drawing. */
const START = `
import '${ACCOUNT_UI}/lib/keycloak-account-ui.css';
import '@patternfly/react-core/dist/styles/base.css';
import '@patternfly/patternfly/patternfly-addons.css';
import { Header, KeycloakProvider, PageNav, PersonalInfo } from '${ACCOUNT_UI}';
import { Page, Spinner } from '@patternfly/react-core';
import i18next from 'i18next';
import Fetch from 'i18next-fetch-backend';
import { createElement as h, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { createBrowserRouter, Outlet, RouterProvider } from 'react-router-dom';
const environment = JSON.parse(document.getElementById('environment').textContent);
await i18next.use(initReactI18next).use(Fetch).init({
  lng: 'en', fallbackLng: 'en', nsSeparator: false, keySeparator: '.', interpolation: { escapeValue: false },
  backend: {
    loadPath: environment.resourceUrl + '/{{lng}}',
    parse: (data) => Object.fromEntries(JSON.parse(data).map(({ key, value }) => [key, value])),
  },
});
const Root = () => h(KeycloakProvider, { environment },
  h(Page, { header: h(Header), sidebar: h(PageNav), isManagedSidebar: true },
    h(Suspense, { fallback: h(Spinner) }, h(Outlet))));
const router = createBrowserRouter([{ path: '${BASE}', element: h(Root), children: [{ index: true, element: h(PersonalInfo) }] }]);
createRoot(document.getElementById('root')).render(h(RouterProvider, { router }));
`;
const REACT =
  "export { createElement } from 'react'; export { createRoot } from 'react-dom/client'; export { jsx } from 'react/jsx-runtime';";

/**
 * Keycloak's account console, from its published packages, beside a stand-in of its server that spends no time: the real
 * one is slower.
 * @param folder has the packages ({@link KEYCLOAK_COMMAND})
 */
export async function startKeycloak(folder: string, certificate: Certificate): Promise<Served> {
  const files = await builtConsole(folder);
  const nonces = new Map<string, string>();
  const served = await serve(certificate, async (request, response) => {
    const url = new URL(request.url, `https://${request.authority}`);
    const send = (type: string, text: string, cache = 'no-store') => {
      const headers = { 'content-type': type, 'content-encoding': 'br', 'cache-control': cache };
      response.writeHead(200, headers).end(brotliCompressSync(text));
    };
    const json = (data: unknown) => send('application/json', JSON.stringify(data));
    const html = (text: string) => send('text/html; charset=utf-8', text);
    const file = files.get(url.pathname);
    const { origin, pathname, searchParams } = url;
    if (file) response.writeHead(200, file.headers).end(file.body);
    else if (pathname === `${PROVIDER}/auth`) {
      const code = randomUUID();
      nonces.set(code, searchParams.get('nonce') ?? '');
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      const answer = { state: searchParams.get('state') ?? '', session_state: SESSION, code };
      for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value);
      back.searchParams.set('iss', `${origin}/realms/master`);
      response.writeHead(302, { location: back.href }).end();
    } else if (pathname === `${PROVIDER}/token`) {
      let form = '';
      for await (const piece of request) form += piece;
      json(tokens(nonces.get(new URLSearchParams(form).get('code') ?? '') ?? '', origin));
    } else if (pathname.endsWith('/step1.html')) html(script("location.href = 'step2.html'"));
    else if (pathname.endsWith('/step2.html')) html(script("parent.postMessage('supported', '*')"));
    else if (pathname.endsWith('/login-status-iframe.html')) {
      html(
        script("addEventListener('message', (e) => e.source.postMessage('unchanged', e.origin))"),
      );
    } else if (pathname === `${FILES}/en`) json(TEXTS);
    else if (pathname === `${FILES}/content.json`) json(MENU);
    else if (pathname === `${BASE}/supportedLocales`) json(['en', 'ja']);
    else if (pathname === `${BASE}/` && request.headers.authorization) json(PERSON);
    else if (pathname.startsWith(BASE)) html(documentOf(files, origin));
    else response.writeHead(404).end();
  });
  return { ...served, url: new URL(`${BASE}/`, served.url).href };
}

type File = { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> };

/** The console's files by their paths. */
async function builtConsole(folder: string): Promise<ReadonlyMap<string, File>> {
  const sources = await mkdtemp(join(tmpdir(), 'portal-keycloak-'));
  try {
    await writeFile(join(sources, 'main.js'), START);
    await writeFile(join(sources, 'react.js'), REACT);
    const { outputFiles } = await build({
      entryPoints: [join(sources, 'main.js'), join(sources, 'react.js')],
      outdir: '/',
      nodePaths: [join(folder, 'node_modules')],
      // The package does not export its style sheet.
      alias: {
        [`${ACCOUNT_UI}/lib`]: join(folder, 'node_modules', ACCOUNT_UI, 'lib'),
      },
      bundle: true,
      splitting: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
      define: { 'process.env.NODE_ENV': '"production"' },
      loader: Object.fromEntries(
        ['.woff2', '.woff', '.ttf', '.svg', '.png', '.jpg', '.gif', '.eot'].map((name) => [
          name,
          'file',
        ]),
      ),
      publicPath: FILES,
      write: false,
      logLevel: 'error',
    });
    return new Map(
      outputFiles.map(({ path, contents }) => {
        const isText = /\.(js|css|svg)$/.test(path);
        const headers = {
          'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
          'cache-control': 'max-age=2592000, immutable',
          ...(isText && { 'content-encoding': 'br' }),
        };
        const body = isText ? brotliCompressSync(contents) : Buffer.from(contents);
        return [FILES + path, { body, headers }];
      }),
    );
  } finally {
    await rm(sources, { recursive: true });
  }
}

function documentOf(files: ReadonlyMap<string, File>, origin: string): string {
  const environment = {
    serverBaseUrl: origin,
    baseUrl: `${origin}${BASE}/`,
    realm: 'master',
    clientId: 'account-console',
    resourceUrl: FILES,
    logo: '',
    logoUrl: '',
    locale: 'en',
    scope: 'openid',
    darkMode: false,
    features: FEATURES,
  };
  const styles = files.has(`${FILES}/main.css`)
    ? `<link rel="stylesheet" href="${FILES}/main.css">`
    : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><base href="${FILES}/"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Account Management</title>${styles}<script type="module" src="${FILES}/main.js"></script></head><body><div id="root"></div><script id="environment" type="application/json">${JSON.stringify(environment)}</script></body></html>`;
}

const script = (text: string): string => `<!doctype html><script>${text}</script>`;

/** keycloak-js checks the nonce and nothing else. */
function tokens(nonce: string, origin: string) {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: `${origin}/realms/master`,
    sub: 'hanako',
    sid: SESSION,
    nonce,
    iat: now,
    exp: now + 300,
    preferred_username: 'hanako',
    name: 'Hanako Yamada',
    realm_access: { roles: [] },
    resource_access: { account: { roles: ['manage-account', 'view-profile'] } },
  };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signature = createHash('sha256').update(nonce).digest('base64url');
  const token = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}.${signature}`;
  return {
    access_token: token,
    id_token: token,
    refresh_token: token,
    expires_in: 300,
    token_type: 'Bearer',
  };
}

const SESSION = randomUUID();
const ATTRIBUTES = ['username', 'email', 'firstName', 'lastName'];
const PERSON = {
  id: 'hanako',
  username: 'hanako',
  email: 'hanako@example.com',
  firstName: KEYCLOAK_TEXT,
  lastName: 'Yamada',
  attributes: {},
  userProfileMetadata: {
    attributes: ATTRIBUTES.map((name) => ({
      name,
      displayName: `\${${name}}`,
      required: true,
      readOnly: name === 'username',
      validators: {},
    })),
    groups: [],
  },
};
/** As many texts as the console has. */
const TEXTS = [
  ...ATTRIBUTES.map((key) => ({ key, value: key })),
  ...Array.from({ length: 416 }, (_, n) => ({
    key: `text${n}`,
    value: `A text of the console, ${n}`,
  })),
];
const MENU = [
  { label: 'personalInfo', path: '' },
  {
    label: 'accountSecurity',
    children: [
      { label: 'signingIn', path: 'account-security/signing-in' },
      { label: 'deviceActivity', path: 'account-security/device-activity' },
    ],
  },
  { label: 'applications', path: 'applications' },
];
/** The others are off. */
const FEATURES = { isLinkedAccountsEnabled: true, isViewApplicationsEnabled: true };
