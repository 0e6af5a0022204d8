import {
  change,
  create,
  insertAfter,
  type Recipe,
  run,
  translate,
  translateNewText,
} from './recipe.ts';

const CATALOG = `msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Language: LOCALE\\n"
`;

export const REMOTE: Recipe = {
  section: 'Add a remote',
  steps: [
    create(
      'mfe-offers/package.json',
      `{
  "name": "@portal/mfe-offers",
  "version": "0.1.0",
  "private": true,
  "type": "module",
  "license": "MIT",
  "description": "The offers remote: /offers/**.",
  "exports": {
    "./routes": "./src/routes.ts"
  },
  "scripts": {
    "dev": "node ../delivery/src/dev/main.ts mfe-offers"
  },
  "dependencies": {
    "@lingui/core": "6.8.0",
    "@lingui/react": "6.8.0",
    "@portal/shared-routing": "0.1.0",
    "@portal/shared-ui": "0.1.0",
    "react": "19.3.1"
  },
  "devDependencies": {
    "@portal/delivery": "0.1.0",
    "@portal/server": "0.1.0"
  }
}
`,
    ),
    create(
      'mfe-offers/panda.config.ts',
      `import { remotePandaConfig } from '@portal/shared-ui/panda';

export default remotePandaConfig({ prefix: 'of' });
`,
    ),
    create(
      'mfe-offers/src/routes.ts',
      `import { msg } from '@lingui/core/macro';
import type { RemoteRoutes } from '@portal/shared-routing';

export const rows: RemoteRoutes['rows'] = [
  {
    path: '/offers',
    title: msg\`Offers\`,
    early: ['/userinfo'],
    lazy: () => import('./screens/offers/index.tsx'),
  },
];

export const loadCatalog: RemoteRoutes['loadCatalog'] = (locale) =>
  locale === 'en'
    ? import(/* webpackChunkName: "catalog-en" */ './locales/en.po')
    : import(/* webpackChunkName: "catalog-ja" */ './locales/ja.po');
`,
    ),
    create('mfe-offers/src/locales/en.po', CATALOG.replace('LOCALE', 'en')),
    create('mfe-offers/src/locales/ja.po', CATALOG.replace('LOCALE', 'ja')),
    change('package.json', `    "mfe-mypage",\n`, `    "mfe-mypage",\n    "mfe-offers",\n`),
    change('lingui.config.ts', `  'mfe-mypage',\n`, `  'mfe-mypage',\n  'mfe-offers',\n`),
    run('npm', 'install'),
    run('node', 'scripts/complete-lock.ts'),
    insertAfter(
      'shell/src/errors/remote-names.ts',
      '  mypage: msg`My page`,\n',
      '  offers: msg`Offers of the season`,\n',
    ),
    insertAfter(
      'delivery/src/build/monolith-remotes.ts',
      `  mypage: () => import('../../../mfe-mypage/src/routes.ts'),\n`,
      `  offers: () => import('../../../mfe-offers/src/routes.ts'),\n`,
    ),
    insertAfter(
      'delivery/src/build/monolith-remotes.ts',
      `  'my-page': 'mypage',\n`,
      `  offers: 'offers',\n`,
    ),
    // The first screen, as in "Add a screen".
    create(
      'mfe-offers/src/screens/offers/index.tsx',
      `import { Trans } from '@lingui/react/macro';
import { Page, PageHeading } from '@portal/shared-ui';
import type { ReactElement } from 'react';

export function Component(): ReactElement {
  return (
    <Page>
      <PageHeading>
        <Trans>Offers</Trans>
      </PageHeading>
    </Page>
  );
}
`,
    ),
    create(
      'mfe-offers/src/screens/offers/index.test.tsx',
      `import { openScreenAs } from '@portal/delivery/dev/testing';
import { startTestServer, type TestServer } from '@portal/server/testing';
import { screen } from '@testing-library/react';
import * as routes from '../../routes.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('shows the screen to a signed-in member', async () => {
  await openScreenAs(server, { routes, path: '/en/offers', member: {} });
  expect(await screen.findByRole('heading', { level: 1, name: 'Offers' })).toBeVisible();
});
`,
    ),
    ...translateNewText('shell', 'Offers of the season', '季節のご案内').slice(0, -1),
    translate('mfe-offers/src/locales/ja.po', 'Offers', 'ご案内'),
    run('npm', 'run', 'i18n'),
    run('npm', 'run', 'diagram'),
    run('npm', 'run', 'fix'),
    run('npm', 'test', '--', 'build'),
  ],
  tests: ['mfe-offers', 'delivery/src/edge', 'scripts/'],
};
