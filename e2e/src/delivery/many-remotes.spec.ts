import { makeRelease } from '@portal/delivery-model/testing/release';
import { expect, test } from '../support/changeable-portal.ts';
import { expectLive, operatorOf } from '../support/live-releases.ts';
import { recordRequests } from '../support/rounds.ts';
import { builtDocument } from '../support/routes.ts';
import { startSession } from '../support/session.ts';
import { expectGreeting } from '../support/sign-in.ts';
import { PROOF } from '../support/test.ts';

/** How many remotes there are beside the portal's own three. */
const MORE = [1, 21, 57];
const TOGETHER = 20;
const PAGE_BYTES = 1_000;
const IDLE_SHARE = 0.2;
/** So long nothing new is asked for when a page is done. */
const QUIET_MS = 3_000;

// @proves 7.612
test(
  'the first page, and what it asks for, does not grow with the number of remotes',
  PROOF,
  async ({ browser, portal, member }) => {
    test.setTimeout(600_000);
    const operator = operatorOf(portal);
    const { rows, browsers } = await builtDocument('mypage');
    const copyOf = (name: string) => {
      const own = Object.entries(rows).map(([path, { guard, layout, kind = 'first' }]) => [
        path.replace('/my-page', `/${name}`),
        { files: [], guard, layout, kind },
      ]);
      return makeRelease(name, 'a copy', [`/${name}`], {
        rows: Object.fromEntries(own),
        imports: {},
        requires: {},
        ...(browsers && { browsers }),
      });
    };
    const figures: { remotes: number; page: number; requests: number; bytes: number }[] = [];
    const live: string[] = [];
    for (const count of MORE) {
      const releases = Array.from({ length: count - live.length }, (_, at) =>
        copyOf(`copy-${live.length + at}`),
      );
      for (const { document, files } of releases) {
        await operator.publish(document, async (file) => files[file] ?? new Uint8Array());
      }
      for (let from = 0; from < releases.length; from += TOGETHER) {
        const some = releases.slice(from, from + TOGETHER).map(({ document }) => document);
        await operator.operate({
          type: 'promoteTogether',
          releases: some.map(({ name: part, version }) => ({ part, version })),
        });
      }
      live.push(...releases.map(({ document }) => document.name));
      const last = releases.at(-1)?.document;
      if (last) await expectLive(portal, last.name, last.version);

      const context = await browser.newContext({ baseURL: portal.portal });
      const page = await context.newPage();
      await startSession(page, portal, member);
      const { requests } = await recordRequests(page);
      const document = await page.goto('/my-page');
      await expectGreeting(page, member);
      let seen = -1;
      await expect
        .poll(
          () => {
            const before = seen;
            seen = requests.length;
            return seen - before;
          },
          { intervals: [QUIET_MS], timeout: 60_000 },
        )
        .toBe(0);
      figures.push({
        remotes: count + 3,
        page: (await document?.body())?.length ?? 0,
        requests: requests.length,
        bytes: requests.reduce((sum, { bytes }) => sum + bytes, 0),
      });
      await context.close();
    }
    test.info().annotations.push({ type: 'figures', description: JSON.stringify(figures) });
    for (const part of live)
      await operator.operate({ type: 'retire', part, reason: 'The test is over.' });
    const [few, ...many] = figures;
    for (const { page, requests, bytes } of many) {
      expect(Math.abs(page - (few?.page ?? 0))).toBeLessThan(PAGE_BYTES);
      expect(requests).toBe(few?.requests);
      expect(Math.abs(bytes / (few?.bytes ?? 1) - 1)).toBeLessThan(IDLE_SHARE);
    }
  },
);
