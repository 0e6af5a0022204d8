import { Refused } from '../../shared-process/src/command-line.ts';

/** A generated file: path below the remote's folder, and its text. */
type NewFile = { readonly path: string; readonly text: string };

export type NewScreen = {
  readonly files: readonly NewFile[];
  /** The remote's `src/routes.ts` with the row of the new screen. */
  readonly routes: string;
};

const ROW_END = '\n  },\n';

/**
 * The files of a new screen. A screen's path on disk is its URL: `/account/example` becomes
 * `src/screens/account/example/index.tsx`, and a parameter `:id` becomes a folder `$id`.
 *
 * @param path the screen's path without the locale prefix, such as `/account/example`
 * @param title the English title, which is also the heading
 * @param routes the text of the remote's `src/routes.ts`
 * @throws Refused when the path is malformed or already has a row
 */
export function newScreen(path: string, title: string, routes: string): NewScreen {
  if (!/^(\/:?[a-z\d]+(-[a-z\d]+)*)+$/i.test(path)) {
    throw new Refused(`"${path}" is not a path such as /account/example or /account/items/:id.`);
  }
  if (routes.includes(`path: '${path}',`)) throw new Refused(`${path} already has a row.`);
  const folder = path.slice(1).replaceAll('/:', '/$');
  const depth = folder.split('/').length;
  return {
    files: [
      { path: `src/screens/${folder}/index.tsx`, text: screenText(path, title) },
      { path: `src/screens/${folder}/index.test.tsx`, text: testText(path, title, depth) },
    ],
    routes: insertRow(routes, path, rowText(path, folder, title)),
  };
}

/** Inserts the row after the last row that shares the longest part of the path. */
function insertRow(routes: string, path: string, row: string): string {
  const paths = [...routes.matchAll(/ path: '([^']+)',/g)];
  const last = paths.reduce<RegExpExecArray | undefined>(
    (best, next) =>
      sharedSegments(next[1] ?? '', path) >= sharedSegments(best?.[1] ?? '', path) ? next : best,
    undefined,
  );
  const end = last ? routes.indexOf(ROW_END, last.index) : -1;
  if (end < 0) throw new Refused('src/routes.ts has no row to insert the new one after.');
  const at = end + ROW_END.length;
  return routes.slice(0, at) + row + routes.slice(at);
}

/** How many segments at the start of both paths are equal. */
function sharedSegments(one: string, other: string): number {
  const segments = one.split('/');
  const others = other.split('/');
  const differs = segments.findIndex((segment, index) => segment !== others[index]);
  return differs < 0 ? segments.length : differs;
}

const rowText = (path: string, folder: string, title: string): string => `  {
    path: '${path}',
    title: msg\`${title}\`,
    early: ['/userinfo'],
    lazy: () => import('./screens/${folder}/index.tsx'),
  },
`;

const screenText = (
  path: string,
  title: string,
): string => `import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/kit/api';
import { loadMember } from '@portal/kit/auth';
import type { User } from '@portal/kit/contract';
import { useLoaderData } from '@portal/kit/routing';
import { LoadProblem, Page, PageHeading, Text } from '@portal/kit/ui';

/** Loads what the screen shows, before it is drawn. */
export async function loader(): Promise<Result<User>> {
  return loadMember();
}

/** The screen at ${path}. */
export function Component() {
  const member = useLoaderData<Result<User>>();
  return (
    <Page>
      <PageHeading>
        <Trans>${title}</Trans>
      </PageHeading>
      {member.ok ? <Text>{member.data.email}</Text> : <LoadProblem error={member.error} />}
    </Page>
  );
}
`;

const testText = (
  path: string,
  title: string,
  depth: number,
): string => `import { openScreenAs } from '@portal/kit/testing/open-screen';
import { startTestServer, type TestServer } from '@portal/kit/testing';
import { screen } from '@testing-library/react';
import * as routes from '${'../'.repeat(depth + 1)}routes.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 60_000);
afterAll(() => server.close());

test('shows the screen to a signed-in member', async () => {
  await openScreenAs(server, { routes, path: '/en${path.replaceAll('/:', '/')}', member: {} });
  expect(await screen.findByRole('heading', { level: 1, name: '${title}' })).toBeVisible();
});
`;
