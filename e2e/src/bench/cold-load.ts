import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { browserOptions } from '@portal/delivery/browser';
import { localCertificate } from '@portal/delivery/certificate';
import { DEMO_MEMBER } from '../support/members.ts';
import { startTestPortal, type TestPortal } from '../support/portal.ts';
import { expectGreeting, signIn } from '../support/sign-in.ts';
import { SLOW_4G, startLink } from './link.ts';
import { type ColdLoad, type ColdLoadTarget, coldLoad } from './measure.ts';
import { nextDay } from './next-day.ts';
import { plainHtmlOf, servePlainPage } from './plain-page.ts';
import { table } from './report.ts';

const ROUNDS = '5';
const PATH = '/my-page';
const CPU_SLOWDOWN = 4;
/** Shown only when the member's data has come: the heading that greets them by name. */
const READY = ':is(main, [role=main]) h1';

type Settings = { readonly rounds: number; readonly path: string; readonly chains: boolean };
type Targets = Readonly<Record<string, ColdLoadTarget>>;

/**
 * Cold load of /my-page signed in, on an emulated slow phone (150 ms, 1.6 Mbit/s, CPU a fourth): the
 * federated portal, the same source in one piece, each also with the access token of the day before,
 * and the same view as plain HTML.
 * Targets alternate and the order turns round, so that a noisy machine hits them alike.
 * Once with the browser's own throttling, once with the link itself emulated.
 * @param args `--rounds 5`, `--path /my-page`, `--chains`
 */
export async function benchColdLoad(args: readonly string[]): Promise<void> {
  const settings = settingsOf(args);
  const browser = browserOptions();
  const conditions = {
    cpuSlowdown: CPU_SLOWDOWN,
    launchArgs: [...(browser.args ?? [])],
    ...(browser.executablePath ? { executablePath: browser.executablePath } : {}),
  };

  const federated = await startTestPortal({ tls: true, log: console.error });
  const monolith = await startTestPortal({ tls: true, kind: 'monolith', log: console.error });
  const plain = await servePlainPage(
    await plainView(federated, settings.path),
    await localCertificate(),
  );
  try {
    const targets: Targets = {
      federated: signedIn(federated, settings.path),
      'federated, next day': signedIn(federated, settings.path, nextDay),
      monolith: signedIn(monolith, settings.path),
      'monolith, next day': signedIn(monolith, settings.path, nextDay),
      'plain HTML': { url: plain.url, ready: READY },
    };
    console.log(
      table(
        `Slow 4G by the browser's throttling (150 ms, 1.6 Mbit/s), CPU ÷${CPU_SLOWDOWN}, ${settings.rounds} rounds, medians`,
        await alternate(settings, targets, (target) =>
          coldLoad(target, { ...conditions, throttle: SLOW_4G }),
        ),
      ),
    );
    const link = startLink(SLOW_4G);
    const hostRules = await Promise.all(
      [federated.portal, federated.idp, monolith.portal, monolith.idp, plain.url].map(
        async (url) => {
          const port = Number(new URL(url).port);
          return `MAP localhost:${port} 127.0.0.1:${await link.forward(port)}`;
        },
      ),
    );
    console.log(
      table(
        '\nThe same over an emulated link (connection set-up, TLS, slow start)',
        await alternate(settings, targets, (target) =>
          coldLoad(target, { ...conditions, hostRules }),
        ),
      ),
    );
    await link.close();
  } finally {
    plain.close();
    await Promise.all([federated.stop(), monolith.stop()]);
  }
}

function settingsOf(args: readonly string[]): Settings {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: ROUNDS },
      path: { type: 'string', default: PATH },
      chains: { type: 'boolean', default: false },
    },
  });
  return { ...values, rounds: Number(values.rounds) };
}

async function alternate(
  { rounds, chains }: Settings,
  targets: Targets,
  measure: (target: ColdLoadTarget) => Promise<ColdLoad>,
): Promise<Record<string, ColdLoad[]>> {
  const results: Record<string, ColdLoad[]> = Object.fromEntries(
    Object.keys(targets).map((name) => [name, []]),
  );
  for (let round = 0; round < rounds; round += 1) {
    const order = Object.entries(targets);
    for (const [name, target] of round % 2 ? order.reverse() : order) {
      const load = await measure(target);
      results[name]?.push(load);
      if (chains) console.error(load.chain.join('\n'));
      process.stderr.write(`  round ${round + 1} of ${rounds}: ${name}\n`);
    }
  }
  return results;
}

function signedIn(
  portal: TestPortal,
  path: string,
  laterState: typeof nextDay = (state) => state,
): ColdLoadTarget {
  return {
    url: portal.portal + path,
    ready: READY,
    storageState: () =>
      withPage(async (page) => {
        await page.goto(portal.portal);
        await signIn(page, DEMO_MEMBER);
        const state = await page.context().storageState({ indexedDB: true });
        return laterState(withoutSeenShell(state));
      }, portal.portal),
  };
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A browser that knows the shell has its files, and the page starts them later; this one has none. */
function withoutSeenShell(state: StorageState): StorageState {
  const isKept = ({ name }: { readonly name: string }) => name !== 'seen_shell';
  return {
    ...state,
    origins: state.origins.map((origin) => ({
      ...origin,
      localStorage: origin.localStorage.filter(isKept),
    })),
  };
}

function plainView(portal: TestPortal, path: string): Promise<string> {
  return withPage(async (page) => {
    await signIn(page, DEMO_MEMBER);
    await page.goto(path);
    await expectGreeting(page, DEMO_MEMBER);
    return plainHtmlOf(page);
  }, portal.portal);
}

async function withPage<T>(use: (page: Page) => Promise<T>, baseURL: string): Promise<T> {
  const instance = await chromium.launch(browserOptions());
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
