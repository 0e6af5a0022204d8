import {
  type Composition,
  startComposition,
} from '@portal/delivery-serve/edge/testing/composition';
import { programOnPath } from '@portal/delivery-tools/gate/browser';
import { leaksIn } from '@portal/server-testing/log-leaks';
import { CALLS_PER_MINUTE, MANY_MESSAGES } from './portal.ts';
import { test as base, expect } from './test.ts';

type WorkerFixtures = {
  /** Of nginx: deploy/nginx/settings.envsh. */
  readonly edgeSettings: Readonly<Record<string, string>>;
  /** What docker-compose.yml describes, with TLS, and with what is built released. */
  readonly composition: Composition;
};

const START_MS = 180_000;

/** Tests of the portal as docker-compose.yml starts it; the portal of the other tests is not asked. */
export const test = base.extend<object, WorkerFixtures>({
  ignoreHTTPSErrors: true,
  edgeSettings: [{}, { scope: 'worker', option: true }],
  composition: [
    async ({ edgeSettings }, use) => {
      const composition = await startComposition({
        tls: true,
        edge: edgeSettings,
        env: { API_CALLS_PER_MINUTE: String(CALLS_PER_MINUTE), MESSAGE_LIMITS: MANY_MESSAGES },
      });
      try {
        await composition.publish();
        await use(composition);
        expect(leaksIn(await composition.logs())).toEqual([]);
      } finally {
        await composition.stop();
      }
    },
    { scope: 'worker', timeout: START_MS },
  ],
  portal: [
    async ({ composition: { portal, idp, outbox } }, use) =>
      use({
        portal,
        idp,
        api: `${portal}/api`,
        outbox,
        operator: { PORT_BASE: '', DATA_DIR: '', PORTAL_TOKEN: '' },
      }),
    { scope: 'worker' },
  ],
});

/** Skips a file where the machine has no nginx, which stands in front of the composition. */
export function needsNginx(): void {
  // biome-ignore lint/suspicious/noSkippedTests: where there is none it says so
  test.skip(
    programOnPath(['nginx']) === undefined,
    'needs nginx, which this machine does not have: apt-get install nginx',
  );
}

export { expect };
