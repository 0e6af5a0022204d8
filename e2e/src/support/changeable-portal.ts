import { promotion } from '@portal/server-testing/releases/page-setting';
import { expectLive, latestOf, operatorOf } from './live-releases.ts';
import { test as base } from './test.ts';

export { expect } from './test.ts';

/** For files that must not find the releases of others in the history: another value starts another portal. */
export const WITHOUT_HISTORY = { ownPortal: { env: { TRUST_PROXY: '127.0.0.0/8,::1' } } };

/**
 * For tests that change what is live or stop processes: they share one portal, which the other tests do not see.
 * Starting one takes as long as several tests, so playwright.config.ts lets one worker run all of them, and after each
 * test what was live before is live again. After a failure the worker, and so the portal, is a new one.
 */
export const test = base.extend<{ readonly liveBefore: undefined }>({
  ownPortal: [{}, { scope: 'worker' }],
  liveBefore: [
    async ({ portal }, use) => {
      const before = (await latestOf(portal)).parts;
      await use(undefined);
      const after = (await latestOf(portal)).parts;
      for (const [part, version] of Object.entries(before)) {
        if (version === undefined || after[part] === version) continue;
        const document = { name: part, version };
        await operatorOf(portal).operate(promotion({ document }), { force: true });
        await expectLive(portal, part, version);
      }
    },
    { auto: true },
  ],
});
