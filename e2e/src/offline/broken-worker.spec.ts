import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ShellDocument } from '@portal/delivery-model/document';
import { changedRelease } from '../support/changed-release.ts';
import { makeLive } from '../support/live-releases.ts';
import { builtDocument } from '../support/routes.ts';
import { expectGreeting } from '../support/sign-in.ts';
import { expect, PHONE, PROOF, test } from '../support/test.ts';
import { visitHome } from './actions.ts';

test.use({ ...PHONE, ownPortal: {}, serviceWorkers: 'allow' });

/** Within this a page has to come, whatever the worker does. */
const DEADLINE_MS = 3_000;
/** A worker is dropped ten seconds after it has not answered. */
const DROPPED_WITHIN_MS = 20_000;
const LOOPS =
  "addEventListener('install', () => skipWaiting()); addEventListener('activate', (event) => event.waitUntil(clients.claim())); addEventListener('fetch', () => { for (;;); });";

// @proves 14.690 14.692
test(
  'a release of the shell whose worker loops in each request keeps nobody out, and browsers drop the worker',
  PROOF,
  async ({ page, context, portal, member }) => {
    test.setTimeout(120_000);
    const folder = await mkdtemp(join(tmpdir(), 'portal-worker-'));
    try {
      await visitHome(page, portal, member);
      const { page: files } = (await builtDocument('shell')) as ShellDocument;
      const release = await changedRelease('shell', folder, (text, file) =>
        file === files.worker ? LOOPS : text,
      );
      await makeLive(portal, release);
      // The next visit brings the worker of the release.
      const replaced = page.evaluate(
        () =>
          new Promise((resolve) =>
            navigator.serviceWorker.addEventListener('controllerchange', resolve),
          ),
      );
      await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
      await replaced;
      for (const path of ['/my-page', '/account', '/my-page']) {
        const next = await context.newPage();
        const began = performance.now();
        await next.goto(path, { waitUntil: 'commit', timeout: DEADLINE_MS });
        test.info().annotations.push({
          type: path,
          description: `came after ${Math.round(performance.now() - began)} ms`,
        });
        if (path === '/my-page') await expectGreeting(next, member);
        await next.close();
      }
      const last = await context.newPage();
      await last.goto('/my-page');
      await expectGreeting(last, member);
      const workers = () =>
        last.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
      await expect.poll(workers, { timeout: DROPPED_WITHIN_MS }).toBe(0);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
