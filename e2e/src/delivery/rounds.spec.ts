import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { nameOf } from '../support/members.ts';
import {
  longestChain,
  type Recording,
  recordRequests,
  type WireRequest,
} from '../support/rounds.ts';
import { startSession } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

/** The HTML, then what the first view needs, and the largest script behind it (docs/decisions/0003-how-a-page-starts.md). */
const ROUNDS = 2;
/** The recording hears of a request by a connection of its own, perhaps later than the handler. */
const LOOK_AGAIN_MS = 5;

test('a cold load of the home takes two rounds', async ({ page, member, portal }) => {
  // This browser has never been here: it has no cache and no connection.
  await startSession(page, portal, member);
  await page.addInitScript(recordContent, nameOf(member, 'ja'));
  const recording = await recordRequests(page);
  const release = await holdRoundThree(page, recording, portal.idp);

  await page.goto('/my-page', { waitUntil: 'commit' });
  const contentAt = await timeOfContent(page);
  release();

  // The content cannot have waited for requests that ended after it was visible.
  const waitedFor = recording.requests.filter(
    (request) => (request.end ?? Infinity) <= contentAt && !isSilentCheck(request, portal.idp),
  );
  const chain = longestChain(waitedFor);
  expect(chain.length, waterfall(waitedFor, chain)).toBe(ROUNDS);
});

/**
 * Holds back every request that begins after an answer of round two, until it is released: the content
 * shows without them or never. The speed of this machine does not matter.
 */
async function holdRoundThree(page: Page, recording: Recording, idp: string): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route('**/*', async (route) => {
    const url = route.request().url();
    if (!isSilentCheck({ url }, idp)) {
      // On a busy machine this handler runs after answers that came later than the request began.
      const start = await startOf(recording, url);
      const answered = recording.requests.some(
        (request) =>
          request.type !== 'Document' &&
          (request.end ?? Infinity) <= start &&
          !isSilentCheck(request, idp),
      );
      if (answered) await released.promise;
    }
    await route.continue();
  });
  return released.resolve;
}

/** When the latest request of an address began, in ms since 1970, once it is recorded. */
async function startOf(recording: Recording, url: string): Promise<number> {
  for (;;) {
    const request = recording.requests.findLast((recorded) => recorded.url === url);
    if (request) return request.start;
    await setTimeout(LOOK_AGAIN_MS);
  }
}

/**
 * The silent check runs beside the page: its frame starts in round two, but nothing on the page waits
 * for its redirect, its answering page or the exchange that follows. On a slow machine these may end
 * before the content shows.
 */
function isSilentCheck({ url }: Pick<WireRequest, 'url'>, idp: string): boolean {
  return url.startsWith(`${idp}/`) || url.includes('/silent-check.html');
}

/** Runs in the page: records when the heading (with the member's name) is there. */
function recordContent(name: string): void {
  const look = () => {
    // The first view has the role.
    const [heading] = document.querySelectorAll('[role=main] h1, main h1');
    const text = heading?.closest('main, [role=main]')?.textContent ?? '';
    if (!heading || !text.includes(name)) return requestAnimationFrame(look);
    Reflect.set(window, 'contentAt', performance.timeOrigin + performance.now());
  };
  if (window === window.top) requestAnimationFrame(look);
}

async function timeOfContent(page: Page): Promise<number> {
  const handle = await page.waitForFunction(() => Reflect.get(window, 'contentAt') as number);
  return handle.jsonValue();
}

function waterfall(requests: readonly WireRequest[], chain: readonly WireRequest[]): string {
  const origin = requests[0]?.start ?? 0;
  return requests
    .map(({ url, type, start, end, bytes }, index) => {
      const mark = requests[index] && chain.includes(requests[index]) ? '*' : ' ';
      const ms = (at: number | undefined) => (at === undefined ? '…' : Math.round(at - origin));
      return `${mark} ${ms(start)}–${ms(end)} ms ${bytes} B ${type} ${url.slice(0, 120)}`;
    })
    .join('\n');
}
