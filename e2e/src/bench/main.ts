import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { localCertificate } from '@portal/delivery/certificate';
import { browserOptions } from '../support/browser.ts';
import { DEMO_MEMBER } from '../support/members.ts';
import { startTestPortal, type TestPortal } from '../support/portal.ts';
import { expectGreeted, signIn } from '../support/sign-in.ts';
import { SLOW_4G, startLink } from './link.ts';
import { type ColdLoad, type ColdLoadTarget, coldLoad } from './measure.ts';
import { plainHtmlOf, servePlainPage } from './plain-page.ts';
import { table } from './report.ts';

/**
 * `npm run bench`: cold load of /my-page signed in, on an emulated slow phone (150 ms, 1.6 Mbit/s,
 * CPU a fourth): the federated portal, the same source in one piece, and the same view as plain HTML.
 * Targets alternate and the order turns round, so that a noisy machine hits them alike.
 * Once with the browser's own throttling, once with the link itself emulated.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    path: { type: 'string', default: '/my-page' },
    chains: { type: 'boolean', default: false },
  },
});
const ROUNDS = Number(values.rounds);
const CPU_SLOWDOWN = 4;
/** Shown only when the member's data has come: the heading that greets them by name. */
const READY = 'main h1';

const browser = browserOptions();
const conditions = {
  cpuSlowdown: CPU_SLOWDOWN,
  launchArgs: [...(browser.args ?? [])],
  ...(browser.executablePath ? { executablePath: browser.executablePath } : {}),
};

const federated = await startTestPortal({ tls: true, log: console.error });
const monolith = await startTestPortal({ tls: true, kind: 'monolith', log: console.error });
const plain = await servePlainPage(await plainView(federated), await localCertificate());
try {
  const targets: Record<string, ColdLoadTarget> = {
    federated: signedIn(federated),
    monolith: signedIn(monolith),
    'plain HTML': { url: plain.url, ready: READY },
  };
  console.log(
    table(
      `Slow 4G by the browser's throttling (150 ms, 1.6 Mbit/s), CPU ÷${CPU_SLOWDOWN}, ${ROUNDS} rounds, medians`,
      await alternate(targets, (target) => coldLoad(target, { ...conditions, throttle: SLOW_4G })),
    ),
  );
  const link = startLink(SLOW_4G);
  const hostRules = await Promise.all(
    [federated.portal, federated.idp, monolith.portal, monolith.idp, plain.url].map(async (url) => {
      const port = Number(new URL(url).port);
      return `MAP localhost:${port} 127.0.0.1:${await link.forward(port)}`;
    }),
  );
  console.log(
    table(
      '\nThe same over an emulated link (connection set-up, TLS, slow start)',
      await alternate(targets, (target) => coldLoad(target, { ...conditions, hostRules })),
    ),
  );
  await link.close();
} finally {
  plain.close();
  await Promise.all([federated.stop(), monolith.stop()]);
}

async function alternate(
  targets: Readonly<Record<string, ColdLoadTarget>>,
  measure: (target: ColdLoadTarget) => Promise<ColdLoad>,
): Promise<Record<string, ColdLoad[]>> {
  const results: Record<string, ColdLoad[]> = Object.fromEntries(
    Object.keys(targets).map((name) => [name, []]),
  );
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = Object.entries(targets);
    for (const [name, target] of round % 2 ? order.reverse() : order) {
      const load = await measure(target);
      results[name]?.push(load);
      if (values.chains) console.error(load.chain.join('\n'));
      process.stderr.write(`  round ${round + 1} of ${ROUNDS}: ${name}\n`);
    }
  }
  return results;
}

function signedIn(portal: TestPortal): ColdLoadTarget {
  return {
    url: portal.portal + values.path,
    ready: READY,
    storageState: () =>
      withPage(async (page) => {
        await page.goto(portal.portal);
        await signIn(page, DEMO_MEMBER);
        return page.context().storageState({ indexedDB: true });
      }, portal.portal),
  };
}

function plainView(portal: TestPortal): Promise<string> {
  return withPage(async (page) => {
    await signIn(page, DEMO_MEMBER);
    await page.goto(values.path);
    await expectGreeted(page, DEMO_MEMBER);
    return plainHtmlOf(page);
  }, portal.portal);
}

async function withPage<T>(
  use: (page: import('@playwright/test').Page) => Promise<T>,
  baseURL: string,
): Promise<T> {
  const instance = await chromium.launch(browser);
  try {
    const context = await instance.newContext({
      baseURL,
      ignoreHTTPSErrors: true,
      locale: 'ja-JP',
      viewport: { width: 412, height: 915 },
    });
    return await use(await context.newPage());
  } finally {
    await instance.close();
  }
}
