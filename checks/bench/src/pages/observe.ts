import { HEADER_LIVE } from '@portal/shared-contract/first-view';
import type { Session } from '../devtools.ts';

/** What the page itself saw of its load. Times in ms from the start of the navigation. */
export type Seen = {
  fcp: number;
  lcp: number;
  /** The sum of all layout shifts, which is CLS where none are a second apart. */
  cls: number;
  /** What long tasks took beyond 50 ms each. */
  blocking: number;
  /** The screen shows real data: drawn by the first view or by React. */
  firstContent?: number;
  /** A press on the header's controls is answered: the page says so, or React's header is there. */
  headerLive?: number;
  /** React's own screen is in place with real data, so that what is pressed works. */
  interactive?: number;
  /** No skeleton is left on React's screen. */
  whole?: number;
  /** When the last long task ended or the last shift happened. */
  busyUntil: number;
};

export type Moment = 'firstContent' | 'headerLive' | 'interactive' | 'whole';
export type ObservedWindow = { readonly bench?: Seen };
type WindowThatSays = Readonly<Record<string, ((moment: Moment) => void) | undefined>>;

/** By this function the page says what has come, where somebody listens. */
export const MOMENT_BINDING = 'sayMoment';

/** Watches the loads of a page. @param text what is on the screen, or in a field, with real data only */
export async function observe(page: Session, text: string): Promise<void> {
  await runBefore(page, look, { text, binding: MOMENT_BINDING, mark: HEADER_LIVE });
}

/** Runs a function in each document of a page before its own scripts. */
export async function runBefore<A = undefined>(
  page: Session,
  script: (given: A) => void,
  given?: A,
): Promise<void> {
  const source = `(${script})(${JSON.stringify(given)})`;
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source });
}

type Asked = { readonly text: string; readonly binding: string; readonly mark: string };

/** Runs in the page before its own scripts. */
function look({ text, binding, mark }: Asked): void {
  if (window.top !== window) return;
  const seen: Seen = { fcp: 0, lcp: 0, cls: 0, blocking: 0, busyUntil: 0 };
  Object.assign(window, { bench: seen });
  // A sign-in leads through another document: all times are from the start of the first one.
  sessionStorage.benchBegan ??= performance.timeOrigin;
  const since = performance.timeOrigin - Number(sessionStorage.benchBegan);
  const listen = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    });
  listen('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.fcp = since + entry.startTime;
  });
  listen('largest-contentful-paint', (entry) => {
    seen.lcp = since + entry.startTime;
  });
  listen('longtask', ({ startTime, duration }) => {
    seen.blocking += Math.max(0, duration - 50);
    seen.busyUntil = Math.max(seen.busyUntil, since + startTime + duration);
  });
  listen('layout-shift', (entry) => {
    const { hadRecentInput, value } = entry as PerformanceEntry & {
      readonly hadRecentInput: boolean;
      readonly value: number;
    };
    if (!hadRecentInput) seen.cls += value;
    seen.busyUntil = Math.max(seen.busyUntil, since + entry.startTime);
  });
  listen('mark', ({ name, startTime }) => {
    // The first view says so, and React again.
    if (name === mark) seen.headerLive = Math.min(seen.headerLive ?? Infinity, since + startTime);
  });
  const isSeen = (element: Element | null): boolean =>
    element?.checkVisibility({ visibilityProperty: true }) ?? false;
  const shows = (main: Element): boolean =>
    isSeen(main) &&
    (main.textContent.includes(text) ||
      [...main.querySelectorAll('input')].some(({ value }) => value === text));
  /** Called before a frame is painted, notes the time after it: then it is on the screen. */
  const note = (name: Moment) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      const now = Math.max(since + performance.now(), seen.fcp);
      if (name === 'headerLive') seen.headerLive ??= now;
      else seen[name] = now;
      (window as unknown as WindowThatSays)[binding]?.(name);
    };
    channel.port2.postMessage(0);
  };
  const noted = new Set<string>();
  const once = (name: Parameters<typeof note>[0]) => {
    if (!noted.has(name)) note(name);
    noted.add(name);
  };
  const frame = () => {
    // The first view has a role in place of the element, and is not in React's root.
    if ([...document.querySelectorAll('main, [role=main]')].some(shows)) once('firstContent');
    // The skeleton's header and the first view are no <header> and no <main> of their own.
    if (isSeen(document.querySelector('#root header'))) once('headerLive');
    const drawn = document.querySelector('#root main');
    if (drawn && shows(drawn)) {
      once('interactive');
      if (!drawn.querySelector('[aria-busy=true]')) once('whole');
    }
    if (!noted.has('whole')) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
