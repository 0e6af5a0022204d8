import { KIT } from '@portal/delivery-builder/workspace/packages';
import { folderOf, type NewRemote, type NewRemoteInClone } from './new-remote.ts';

const INTRODUCTION = 'This page is being prepared. Come back later.';
const INTRODUCTION_JA = 'このページは準備中です。しばらくしてから、もう一度ご覧ください。';

/** What the sources of a new remote say, beside its names. */
export type SourceWords = NewRemote & {
  /** The prefix of its CSS classes. */
  readonly prefix: string;
  /** The tag that its test carries, as a line of a comment; none in a repository of its own. */
  readonly tag?: string;
  /** Before each path in the catalogs: `mfe-offers/`. */
  readonly below: string;
};

/** The files of a new remote with one screen, by their paths below the root of the clone. */
export function remoteFiles(remote: NewRemoteInClone): Readonly<Record<string, string>> {
  const below = `${folderOf(remote)}/`;
  const files = {
    'package.json': `${JSON.stringify(remoteManifest(remote), null, 2)}\n`,
    ...sourceFiles({ ...remote, below, tag: `// @proves ${remote.statement}\n` }),
  };
  return Object.fromEntries(Object.entries(files).map(([file, text]) => [`${below}${file}`, text]));
}

/** The sources of a new remote with one screen, by their paths below its folder. */
export function sourceFiles(remote: SourceWords): Readonly<Record<string, string>> {
  const screen = `src/screens${remote.path}/index`;
  return {
    'panda.config.ts': pandaConfig(remote),
    'src/css.ts': styles(remote),
    'src/routes.ts': routes(remote),
    [`${screen}.tsx`]: screenOf(remote),
    [`${screen}.test.tsx`]: testOf(remote),
    'src/locales/en.po': catalog(remote, 'en', remote.title, INTRODUCTION),
    'src/locales/ja.po': catalog(remote, 'ja', remote.titleJa, INTRODUCTION_JA),
  };
}

/** How the sources name their styles and their routes. */
export const NAMES_INSIDE = {
  exports: { './routes': './src/routes.ts' },
  imports: { '#css': './src/css.ts' },
} as const;

const remoteManifest = (remote: NewRemoteInClone) => ({
  name: `@portal/${folderOf(remote)}`,
  version: remote.version,
  private: true,
  type: 'module',
  license: 'MIT',
  description: `The ${remote.name} remote: ${remote.path}/**.`,
  ...NAMES_INSIDE,
  scripts: {
    predev: 'exec node ../scripts/install.mjs',
    dev: `exec node ../delivery/tools/src/command/main.ts dev ${remote.name}`,
  },
  dependencies: remote.dependencies,
});

const pandaConfig = ({
  prefix,
}: SourceWords): string => `import { remotePandaConfig } from '${KIT}/ui/panda';

/** The style sheet of this remote; its class prefix is the one in src/css.ts. */
export default remotePandaConfig({ prefix: '${prefix}' });
`;

const styles = ({ prefix }: SourceWords): string => `import { prefixedCss } from '${KIT}/ui/css';

/** This remote's \`css()\`: its class prefix keeps other style sheets from matching its classes. */
export const css = prefixedCss('${prefix}');
`;

const routes = ({ path, title }: SourceWords): string => `import { msg } from '@lingui/core/macro';
import type { RemoteRoutes } from '${KIT}/routing';

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
}: SourceWords): string => `import { Trans } from '@lingui/react/macro';
import { Page, PageHeading, Text } from '${KIT}/ui';
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
  tag = '',
}: SourceWords): string => `import { startTestServer, type TestServer } from '${KIT}/testing';
import { openScreenAs } from '${KIT}/testing/open-screen';
import { screen } from '@testing-library/react';
import * as routes from '../../routes.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

${tag}test.each([
  ['/en${path}', '${title}', '${INTRODUCTION}'],
  ['${path}', '${titleJa}', '${INTRODUCTION_JA}'],
])('shows the screen at %s to a signed-in member', async (path, name, introduction) => {
  await openScreenAs(server, { routes, path, member: {} });
  expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
  expect(screen.getByText(introduction)).toBeVisible();
});
`;

/** As the command `texts` writes it: ordered by the English text, each with the files that have it. */
function catalog(
  remote: SourceWords,
  locale: 'en' | 'ja',
  title: string,
  introduction: string,
): string {
  const screen = `${remote.below}src/screens${remote.path}/index.tsx`;
  const entries = [
    { files: [`${remote.below}src/routes.ts`, screen], english: remote.title, text: title },
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
