import { setTimeout } from 'node:timers/promises';
import { localCertificate } from '@portal/delivery-serve/edge/testing/certificate';
import { DEMO_MEMBER, nameOf } from '@portal/e2e/support/members';
import { startTestPortal, type TestPortal, USUAL_LIMITS } from '@portal/e2e/support/portal';
import { putSession, sessionOf } from '@portal/e2e/support/session';
import { evaluate, type RunningBrowser, type Session, withBrowser } from './devtools.ts';
import { type Goal, goal, goalList } from './pages/goals.ts';
import { type Conditions, listen } from './pages/life.ts';
import { MOMENT_BINDING, type Moment, observe, runBefore } from './pages/observe.ts';
import { withContext, withFolder } from './profile.ts';
import { quantile } from './server/closed-loop.ts';
import { trustArgument } from './trust.ts';

const PATHS = ['/my-page', '/account'] as const;
type Path = (typeof PATHS)[number];

/** One browser profile: a first visit, and then visits of somebody who comes again. */
const TAPS_OF_PROFILE = 20;
/** Every so many taps one comes as soon as somebody can see what to press. */
const EARLY_EVERY = 4;
const EARLY_MS = 50;
/** Taps come until this long after the page was interactive. */
const AFTER_INTERACTIVE_MS = 1_000;
const MOMENT_TIMEOUT_MS = 60_000;
const ANSWER_MS = 2_000;
const EFFECT_MS = 15_000;
const POLL_MS = 100;
const SEED = 20_261_127;

/** Something to press, in the middle of where it is on the whole page; it leads to a path, or shows an element. */
type Place = { readonly x: number; readonly y: number; readonly effect: string };
type Tap = {
  readonly isEarly: boolean;
  /** What was pressed, when and where, for the list of those that were lost. */
  readonly where: string;
  /** From the tap to the frame with an answer; none where that frame had none. */
  readonly answeredAfter: number | undefined;
  readonly hadEffect: boolean;
};
type Learned = {
  readonly places: readonly Place[];
  readonly gapMs: Readonly<Record<'first' | 'later', number>>;
};

/** Real taps at random moments of loads on a throttled slow phone. None may be lost; the next frame answers each. */
export async function benchTaps(count: number): Promise<void> {
  const certificate = await localCertificate();
  const portal = await startTestPortal({ tls: certificate, log: console.error, env: USUAL_LIMITS });
  const conditions: Conditions = { args: [trustArgument(certificate.cert)] };
  const random = randomNumbers(SEED);
  const taps: Tap[] = [];
  try {
    const learned = await withMember(portal, conditions, (browser) => learn(browser, portal));
    while (taps.length < count) {
      await withMember(portal, conditions, async (browser) => {
        for (let n = 0; n < TAPS_OF_PROFILE && taps.length < count; n += 1) {
          const path = PATHS[taps.length % PATHS.length] ?? PATHS[0];
          const isEarly = taps.length % EARLY_EVERY < PATHS.length / 2;
          const gapMs = learned[path].gapMs[n < PATHS.length ? 'first' : 'later'];
          const afterMs = isEarly ? EARLY_MS : random() * (gapMs + AFTER_INTERACTIVE_MS);
          const plan = { portal, path, places: learned[path].places, isEarly, afterMs, random };
          taps.push(await tapOnce(browser, plan));
        }
      });
      process.stderr.write(`  ${taps.length} of ${count} taps\n`);
    }
  } finally {
    await portal.stop();
    if (taps.length > 0) sayTaps(taps);
  }
}

function sayTaps(taps: readonly Tap[]): void {
  const times = (those: readonly Tap[]) => {
    const all = those.flatMap(({ answeredAfter }) => answeredAfter ?? []);
    return `half within ${quantile(all, 0.5).toFixed(0)} ms, 99 % within ${quantile(all, 0.99).toFixed(0)} ms`;
  };
  const early = taps.filter(({ isEarly }) => isEarly);
  console.log(`\nTaps, seed ${SEED}; from each to the frame that answers it:`);
  console.log(`all ${taps.length}: ${times(taps)}`);
  console.log(`${early.length} of them ${EARLY_MS} ms after the first content: ${times(early)}`);
  const none = (title: string, those: readonly Tap[]): Goal => {
    const found = [...new Set(those.map(({ where }) => where))].join('; ');
    return goal(title, 0, String, [{ figure: those.length, where: found || 'none' }]);
  };
  const { text, isHeld } = goalList([
    none(
      `of ${taps.length} taps, without their effect`,
      taps.filter(({ hadEffect }) => !hadEffect),
    ),
    none(
      'without an answer in the next frame',
      taps.filter(({ answeredAfter }) => answeredAfter === undefined),
    ),
  ]);
  console.log(text);
  if (!isHeld) process.exitCode ||= 1;
}

async function withMember<T>(
  portal: TestPortal,
  { args }: Conditions,
  use: (browser: RunningBrowser) => Promise<T>,
): Promise<T> {
  const session = await sessionOf(portal, DEMO_MEMBER);
  return withFolder(async (folder) => {
    await withContext(folder, { args, baseURL: portal.portal }, async (context) =>
      putSession(await context.newPage(), session),
    );
    return withBrowser(folder, { args }, use);
  });
}

/** What each page has to press, and how long it takes from its first content until it is interactive. */
async function learn(browser: RunningBrowser, portal: TestPortal): Promise<Record<Path, Learned>> {
  const visit = async (path: Path) => {
    const { page, moment } = await open(browser, portal, path);
    const [first, interactive] = [await moment('firstContent'), await moment('interactive')];
    await moment('whole');
    const places = await evaluate(page, placesIn);
    await page.close();
    return { places, gapMs: Math.max(0, interactive - first) };
  };
  const [first, account] = [await visit(PATHS[0]), await visit(PATHS[1])];
  const [later, accountLater] = [await visit(PATHS[0]), await visit(PATHS[1])];
  return {
    '/my-page': { ...first, gapMs: { first: first.gapMs, later: later.gapMs } },
    '/account': { ...account, gapMs: { first: account.gapMs, later: accountLater.gapMs } },
  };
}

type Moments = Moment | `answered ${number}` | 'unanswered';

/** @returns `moment` resolves when the page has said so, with the time */
async function open(browser: RunningBrowser, { portal }: TestPortal, path: string) {
  const page = await browser.newPage();
  await listen(page);
  const heard = new Map<string, PromiseWithResolvers<number>>();
  const of = (name: string) => {
    const known = heard.get(name) ?? Promise.withResolvers<number>();
    heard.set(name, known);
    return known;
  };
  const answer = Promise.withResolvers<Moments>();
  page.on('Runtime.bindingCalled', ({ payload }) => {
    const said = payload as Moments;
    if (/answered/.test(said)) answer.resolve(said);
    else of(said).resolve(performance.now());
  });
  await page.send('Runtime.enable');
  await page.send('Runtime.addBinding', { name: MOMENT_BINDING });
  await observe(page, nameOf(DEMO_MEMBER, 'ja'));
  await runBefore(page, watchTap);
  await page.send('Page.navigate', { url: portal + path });
  const late = async (what: string): Promise<never> => {
    await setTimeout(MOMENT_TIMEOUT_MS, undefined, { ref: false });
    throw new Error(`${path}: ${what} did not come.`);
  };
  return {
    page,
    answer: answer.promise,
    moment: (name: 'firstContent' | 'interactive' | 'whole') =>
      Promise.race([of(name).promise, late(name)]),
  };
}

type Plan = {
  readonly portal: TestPortal;
  readonly path: string;
  readonly places: readonly Place[];
  readonly isEarly: boolean;
  readonly afterMs: number;
  readonly random: () => number;
};

async function tapOnce(
  browser: RunningBrowser,
  { portal, path, places, isEarly, afterMs, random }: Plan,
): Promise<Tap> {
  const { page, answer, moment } = await open(browser, portal, path);
  const due = (await moment('firstContent')) + afterMs;
  // What lies in the header's rows is known from the whole page, beside what the page has to press at the moment.
  const there = await evaluate(page, pressableOf, places);
  const place = there[Math.floor(random() * there.length)];
  if (!place) throw new Error(`${path} has nothing to press.`);
  await setTimeout(Math.max(0, due - performance.now()));
  const { x, y } = place;
  await page.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await page.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  const said = await Promise.race([answer, setTimeout(ANSWER_MS, 'unanswered' as const)]);
  const answeredAfter = said.startsWith('answered') ? Number(said.split(' ')[1]) : undefined;
  const hadEffect = await comesAbout(page, place.effect);
  const where = `${place.effect} on ${path}, ${Math.round(afterMs)} ms after first content`;
  await page.close();
  return { isEarly, where, answeredAfter, hadEffect };
}

async function comesAbout(page: Session, effect: string): Promise<boolean> {
  for (const ends = performance.now() + EFFECT_MS; performance.now() < ends; ) {
    // A page that is left cannot be asked.
    if (await evaluate(page, isThere, effect).catch(() => false)) return true;
    await setTimeout(POLL_MS);
  }
  return false;
}

/** Runs in the page: what the whole screen has to press, in the part of it that shows. */
function placesIn(): Place[] {
  const effectOf = (control: Element): string => {
    if (control instanceof HTMLAnchorElement) {
      return control.origin === location.origin ? control.pathname : '';
    }
    return control.hasAttribute('popovertarget') ? '[popover]:popover-open' : '[role=dialog]';
  };
  return [...document.querySelectorAll('#root :is(header, main) :is(a, button)')].flatMap(
    (control) => {
      const { left, top, width, height } = control.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const isOnTop = control.contains(document.elementFromPoint(x, y));
      const effect = effectOf(control);
      return isOnTop && effect && effect !== location.pathname ? [{ x, y, effect }] : [];
    },
  );
}

/** Runs in the page: what lies in the header's rows, or has something to press there already. */
function pressableOf(places: readonly Place[]): Place[] {
  const [headerEnd, barBegin] = [64, window.innerHeight - 64];
  return places.filter(
    ({ x, y }) =>
      y < headerEnd ||
      y > barBegin ||
      document.elementFromPoint(x, y)?.closest('main a, [role=main] a, button'),
  );
}

/** Runs in the page: whether an effect has come about. */
function isThere(effect: string): boolean {
  const isSeen = (selector: string) =>
    document.querySelector(selector)?.checkVisibility({ visibilityProperty: true }) ?? false;
  return effect.startsWith('/')
    ? location.pathname === effect && isSeen('#root main')
    : isSeen(effect);
}

/** Runs in the page before its scripts: says whether the frame after a tap shows a change, dialog or navigation. */
function watchTap(): void {
  if (window.top !== window) return;
  type Global = { readonly sayMoment?: (said: string) => void; readonly navigation: EventTarget };
  const { sayMoment, navigation } = window as unknown as Global;
  const LOOKS = [
    'backgroundColor',
    'color',
    'opacity',
    'transform',
    'boxShadow',
    'filter',
  ] as const;
  const lookOf = (control: Element) => {
    const style = getComputedStyle(control);
    return [control.outerHTML, ...LOOKS.map((name) => style[name])].join();
  };
  const shown = () =>
    [...document.querySelectorAll('[role=dialog], [popover]')].filter((one) =>
      one.checkVisibility(),
    ).length;
  let pressed:
    | { readonly control: Element; readonly look: string; readonly shown: number }
    | undefined;
  const listen = { capture: true, once: true } as const;
  addEventListener(
    'pointerdown',
    ({ target }) => {
      const control = (target as Element).closest('a, button') ?? (target as Element);
      pressed = { control, look: lookOf(control), shown: shown() };
    },
    listen,
  );
  addEventListener(
    'click',
    ({ timeStamp }) => {
      const answered = () => sayMoment?.(`answered ${performance.now() - timeStamp}`);
      navigation.addEventListener('navigate', answered, { once: true });
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
          const { control, look } = pressed ?? { control: document.body, look: '' };
          const isOther = !control.isConnected || lookOf(control) !== look;
          if (isOther || shown() > (pressed?.shown ?? 0)) answered();
          else sayMoment?.('unanswered');
        };
        channel.port2.postMessage(0);
      });
    },
    listen,
  );
}

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
