import { folderOf, type NewRemoteInClone } from './new-remote.ts';

const INTRODUCTION = 'This page is being prepared. Come back later.';
const INTRODUCTION_JA = 'このページは準備中です。しばらくしてから、もう一度ご覧ください。';

/** The files of a new remote with one screen, by their paths below the root of the clone. */
export function remoteFiles(remote: NewRemoteInClone): Readonly<Record<string, string>> {
  const screen = `src/screens${remote.path}/index`;
  const files = {
    'package.json': `${JSON.stringify(remoteManifest(remote), null, 2)}\n`,
    'panda.config.ts': pandaConfig(remote),
    'src/css.ts': styles(remote),
    'src/routes.ts': routes(remote),
    [`${screen}.tsx`]: screenOf(remote),
    [`${screen}.test.tsx`]: testOf(remote),
    'src/locales/en.po': catalog(remote, 'en', remote.title, INTRODUCTION),
    'src/locales/ja.po': catalog(remote, 'ja', remote.titleJa, INTRODUCTION_JA),
  };
  return Object.fromEntries(
    Object.entries(files).map(([file, text]) => [`${folderOf(remote)}/${file}`, text]),
  );
}

const remoteManifest = (remote: NewRemoteInClone) => ({
  name: `@portal/${folderOf(remote)}`,
  version: remote.version,
  private: true,
  type: 'module',
  license: 'MIT',
  description: `The ${remote.name} remote: ${remote.path}/**.`,
  exports: { './routes': './src/routes.ts' },
  imports: { '#css': './src/css.ts' },
  scripts: {
    predev: 'exec node ../scripts/install.mjs',
    dev: `exec node ../delivery/tools/src/dev/main.ts ${folderOf(remote)}`,
  },
  dependencies: remote.dependencies,
  devDependencies: remote.devDependencies,
});

const pandaConfig = ({
  prefix,
}: NewRemoteInClone): string => `import { remotePandaConfig } from '@portal/shared-ui/panda';

/** The style sheet of this remote; its class prefix is the one in src/css.ts. */
export default remotePandaConfig({ prefix: '${prefix}' });
`;

const styles = ({
  prefix,
}: NewRemoteInClone): string => `import { prefixedCss } from '@portal/shared-ui/css';

/** This remote's \`css()\`: its class prefix keeps other style sheets from matching its classes. */
export const css = prefixedCss('${prefix}');
`;

const routes = ({
  path,
  title,
}: NewRemoteInClone): string => `import { msg } from '@lingui/core/macro';
import type { RemoteRoutes } from '@portal/shared-routing';

/** What members call this remote, on the error screen in its place. */
export const title: RemoteRoutes['title'] = msg\`${title}\`;

/** Every screen of this remote. A screen's path on disk is its URL. */
export const rows: RemoteRoutes['rows'] = [
  {
    path: '${path}',
    title,
    menu: { icon: 'info' },
    lazy: () => import('./screens${path}/index.tsx'),
  },
];

/** Loads this remote's texts, in parallel with its code. */
export const loadCatalog: RemoteRoutes['loadCatalog'] = (locale) =>
  locale === 'en'
    ? import(/* webpackChunkName: "catalog-en" */ './locales/en.po')
    : import(/* webpackChunkName: "catalog-ja" */ './locales/ja.po');
`;

const screenOf = ({
  path,
  title,
}: NewRemoteInClone): string => `import { Trans } from '@lingui/react/macro';
import { Page, PageHeading, Text } from '@portal/shared-ui';
import type { ReactElement } from 'react';
import { css } from '#css';

/** The screen at ${path}. */
export function Component(): ReactElement {
  return (
    <Page>
      <PageHeading>
        <Trans>${title}</Trans>
      </PageHeading>
      <div className={introduction}>
        <Text>
          <Trans>${INTRODUCTION}</Trans>
        </Text>
      </div>
    </Page>
  );
}

const introduction = css({ mt: '4' });
`;

const testOf = ({
  path,
  title,
  titleJa,
  statement,
}: NewRemoteInClone): string => `import { openScreenAs } from '../dev/testing/open-screen.tsx';
import { startTestServer, type TestServer } from '@portal/server-testing';
import { screen } from '@testing-library/react';
import * as routes from '../../routes.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

// @proves ${statement}
test.each([
  ['/en${path}', '${title}', '${INTRODUCTION}'],
  ['${path}', '${titleJa}', '${INTRODUCTION_JA}'],
])('shows the screen at %s to a signed-in member', async (path, name, introduction) => {
  await openScreenAs(server, { routes, path, member: {} });
  expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
  expect(screen.getByText(introduction)).toBeVisible();
});
`;

/** As \`npm run i18n\` writes it: ordered by the English text, each with the files that have it. */
function catalog(
  remote: NewRemoteInClone,
  locale: 'en' | 'ja',
  title: string,
  introduction: string,
): string {
  const screen = `${folderOf(remote)}/src/screens${remote.path}/index.tsx`;
  const entries = [
    { files: [`${folderOf(remote)}/src/routes.ts`, screen], english: remote.title, text: title },
    { files: [screen], english: INTRODUCTION, text: introduction },
  ];
  const header = `msgid ""
msgstr ""
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"X-Generator: @lingui/cli\\n"
"Language: ${locale}\\n"
`;
  return [
    header,
    ...entries
      .sort((a, b) => a.english.localeCompare(b.english, 'en'))
      .map(
        ({ files, english, text }) =>
          `${files.map((file) => `#: ${file}\n`).join('')}msgid "${english}"\nmsgstr "${text}"\n`,
      ),
  ].join('\n');
}
