import { type CDPSession, chromium, type Page } from '@playwright/test';
import { browserOptions } from '@portal/delivery/browser';
import { DEMO_MEMBER } from '../../support/members.ts';
import { startTestPortal } from '../../support/portal.ts';
import { expectGreeting, signIn } from '../../support/sign-in.ts';
import { slopeOf } from './slope.ts';

/** Three remotes' screens and the shell's own, with lists, forms and pictures. */
const PATHS = [
  '/my-page',
  '/account',
  '/my-page/notifications',
  '/account/edit',
  '/terms-of-service',
];
const WARM_UP = 200;
/** Between two looks at the heap. */
const STRIDE = 100;
const WANTED_BYTES = 1024;
const CHANGE_TIMEOUT_MS = 15_000;

/** Whether a tab keeps memory as its member goes from screen to screen. */
export async function soakRouteChanges(changes: number): Promise<void> {
  const portal = await startTestPortal({ log: console.error });
  const browser = await chromium.launch(browserOptions());
  try {
    const page = await browser.newPage({ baseURL: portal.portal, locale: 'ja-JP' });
    await signIn(page, DEMO_MEMBER);
    await page.goto('/my-page');
    await expectGreeting(page, DEMO_MEMBER);
    const session = await page.context().newCDPSession(page);
    await walk(page, WARM_UP);
    const heap: [number, number][] = [[0, await heapBytes(session)]];
    for (let done = 0; done < changes; ) {
      const next = Math.min(STRIDE, changes - done);
      await walk(page, next);
      done += next;
      heap.push([done, await heapBytes(session)]);
      process.stderr.write(`  ${done} of ${changes}: ${megabytes(heap.at(-1)?.[1] ?? 0)}\n`);
    }
    const growth = slopeOf(heap);
    const verdict = growth < WANTED_BYTES ? '' : '   TOO MUCH';
    if (verdict) process.exitCode = 1;
    const { nodes, listeners } = await countsOf(session);
    console.log(
      `\n${changes} route changes after ${WARM_UP} of warm-up: the heap grows ${Math.round(growth)} bytes a change (wanted: under ${WANTED_BYTES})${verdict}\n` +
        `  ${megabytes(heap[0]?.[1] ?? 0)} before, ${megabytes(heap.at(-1)?.[1] ?? 0)} after; ${nodes} nodes, ${listeners} listeners`,
    );
  } finally {
    await browser.close();
    await portal.stop();
  }
}

/** Goes from screen to screen as the Forward button does, each as soon as the one before has its heading. */
function walk(page: Page, changes: number): Promise<void> {
  return page.evaluate(
    async ([paths, count, timeoutMs]) => {
      const shown = () => {
        const heading = document.querySelector('main h1');
        return heading !== null && heading.getClientRects().length > 0;
      };
      for (let step = 1; step <= count; step += 1) {
        const path = paths[step % paths.length] ?? '/';
        const before = document.querySelector('main h1');
        history.pushState({ key: String(step), idx: step }, '', path);
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
        const end = performance.now() + timeoutMs;
        while (document.querySelector('main h1') === before || !shown()) {
          if (performance.now() > end) throw new Error(`${path} did not show its heading.`);
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      }
    },
    [PATHS, changes, CHANGE_TIMEOUT_MS] as const,
  );
}

/** What is left after a collection. */
async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

async function countsOf(session: CDPSession): Promise<{ nodes: number; listeners: number }> {
  const { nodes, jsEventListeners: listeners } = await session.send('Memory.getDOMCounters');
  return { nodes, listeners };
}

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(2)} MB`;
