import type { Page } from '@playwright/test';
import { nameOf } from '../support/members.ts';
import {
  longestChain,
  type Recording,
  recordRequests,
  type WireRequest,
} from '../support/rounds.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

/** architecture.md «From nothing to the page»: the HTML, then everything at once. */
const ROUNDS = 2;
const FIRST_ROUTE_SCRIPT_BYTES = 170_000;
/** What an answer of the edge weighs beside its body; the budget is of bodies (budget.spec.ts). */
const HEADER_BYTES = 480;

const COLD_LOADS = [
  { path: '/my-page', signedIn: true },
  { path: '/account', signedIn: true },
  { path: '/en/signup', signedIn: false },
] as const;

for (const { path, signedIn } of COLD_LOADS) {
  test(`a cold load of ${path} takes two rounds`, async ({ page, member, newBrowser, portal }) => {
    if (signedIn) await signIn(page, member);
    // The session moves into a browser that has never been here: no cache, no connection.
    const state = await page.context().storageState({ indexedDB: true });
    await page.close();
    const context = await newBrowser({ storageState: state, locale: 'ja-JP' });
    const cold = await context.newPage();
    const content = signedIn ? nameOf(member, 'ja') : undefined;
    await cold.addInitScript(noteContent, content);
    const recording = await recordRequests(cold);
    const release = await holdThirdRound(cold, recording, portal.idp);

    await cold.goto(path, { waitUntil: 'commit' });
    const contentAt = await momentOfContent(cold);
    release();

    // Content cannot have waited for what had not ended when it showed.
    const waitedFor = recording.requests.filter(
      (request) => (request.end ?? Infinity) <= contentAt && !isSilentCheck(request, portal.idp),
    );
    const chain = longestChain(waitedFor);
    expect(chain.length, waterfall(waitedFor, chain)).toBe(ROUNDS);

    const check = recording.requests.find(({ url }) => url.startsWith(`${portal.idp}/authorize`));
    const roundTwoEnds = Math.min(
      ...waitedFor.filter(({ type }) => type !== 'Document').map(({ end = Infinity }) => end),
    );
    expect(check?.start, 'the silent check begins in round two').toBeLessThan(roundTwoEnds);

    const scripts = waitedFor.filter(({ type }) => type === 'Script');
    await settled(recording);
    const bytes = scripts.reduce((sum, request) => sum + request.bytes, 0);
    expect(bytes, waterfall(waitedFor, chain)).toBeGreaterThan(50_000);
    expect(bytes - scripts.length * HEADER_BYTES, waterfall(waitedFor, chain)).toBeLessThanOrEqual(
      FIRST_ROUTE_SCRIPT_BYTES,
    );
  });
}

/**
 * What begins after an answer of round two has come waits until it is let go: either the content shows
 * without it, or it never shows. How fast this machine draws has no say in it.
 */
async function holdThirdRound(page: Page, recording: Recording, idp: string): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route('**/*', async (route) => {
    const answered = recording.requests.some(
      (request) => request.type !== 'Document' && request.end && !isSilentCheck(request, idp),
    );
    if (answered && !isSilentCheck({ url: route.request().url() }, idp)) await released.promise;
    await route.continue();
  });
  return released.resolve;
}

/**
 * The silent check is a question on the side: its frame starts in round two, but nothing on the page
 * waits for its redirect, its answering page or the exchange that follows, which may end before the
 * content shows on a slow machine.
 */
function isSilentCheck({ url }: Pick<WireRequest, 'url'>, idp: string): boolean {
  return url.startsWith(`${idp}/`) || url.includes('/silent-check.html');
}

/** Runs in the page: notes the moment when the heading (with the member's name) can be seen. */
function noteContent(name: string | undefined): void {
  const look = () => {
    const heading = document.querySelector('main h1');
    const text = heading?.closest('main')?.textContent ?? '';
    if (!heading || (name && !text.includes(name))) return requestAnimationFrame(look);
    Reflect.set(window, 'contentAt', performance.timeOrigin + performance.now());
  };
  if (window === window.top) requestAnimationFrame(look);
}

async function momentOfContent(page: Page): Promise<number> {
  const handle = await page.waitForFunction(() => Reflect.get(window, 'contentAt') as number);
  return handle.jsonValue();
}

/** Sizes are known when the last byte is: a moment after the content shows. */
async function settled(recording: Recording): Promise<void> {
  await expect
    .poll(() => recording.requests.filter(({ type, end }) => type === 'Script' && !end).length)
    .toBe(0);
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
