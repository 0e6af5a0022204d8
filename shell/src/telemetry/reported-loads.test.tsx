import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestServer, type TestServer } from '@portal/server-testing';
import { operatorOf, promoteSmallReleases } from '@portal/server-testing/releases/teams';
import type { PortalPage } from '@portal/shared-contract';
import { screen } from '@testing-library/react';
import { openPortal } from '../testing/portal.tsx';
import { Broken, remoteWith } from '../testing/remote.tsx';
import { sendStagesTo } from './report-stage.ts';
import { createStageSender } from './stage-sender.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'portal-reported-'));

let server: TestServer;
let versions: Awaited<ReturnType<typeof promoteSmallReleases>>;
beforeAll(async () => {
  const releases = {
    environment: 'production',
    store: { kind: 'folder', folder } as const,
    logKeys: undefined,
  };
  server = await startTestServer({ config: { releases } });
  versions = await promoteSmallReleases(server);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

// @proves 7.190
test('the server counts a screen that was shown, and one that threw', async () => {
  const beacons: Promise<Response>[] = [];
  const page = {
    config: { apiUrl: 'http://localhost:4302' },
    shell: { version: versions.shell },
    remotes: { account: { version: versions.account } },
  } as unknown as PortalPage;
  /** As a page does that is opened and left. */
  async function visit(at: `/${string}`, shows: () => Promise<unknown>) {
    sendStagesTo(
      createStageSender(page, 'account', {
        send: (url, body) =>
          beacons.push(server.api.fetch(new Request(url, { method: 'POST', body }))),
      }),
    );
    await openPortal({
      path: at,
      remotes: {
        owning: () => 'account',
        load: async () =>
          remoteWith({
            '/good': { heading: 'Good', guard: 'public' },
            '/bad': { heading: '', guard: 'public', lazy: async () => ({ Component: Broken }) },
          }),
      },
    });
    await shows();
    window.dispatchEvent(new Event('pagehide'));
  }
  await visit('/en/good', () => screen.findByRole('heading', { name: 'Good' }));
  await visit('/en/bad', () => screen.findByRole('heading', { name: /could not be shown/ }));
  expect((await Promise.all(beacons)).map(({ status }) => status)).toEqual([204, 204]);

  await server.context.releaseReports.flush();
  const { figures } = await operatorOf(server).figures(60);
  expect(figures).toMatchObject([
    { part: 'account', cohort: 'stable', loads: 2, failures: 1, codes: { broken: 1 } },
    { part: 'shell', cohort: 'stable', loads: 1, failures: 0 },
  ]);
});
