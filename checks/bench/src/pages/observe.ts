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
  /** React's own screen is in place with real data, so that what is pressed works. */
  interactive?: number;
  /** No skeleton is left on React's screen. */
  whole?: number;
  /** When the last long task ended or the last shift happened. */
  busyUntil: number;
};

export type ObservedWindow = { readonly bench?: Seen };

/**
 * Runs in the page before its own scripts.
 * @param text is on the screen with real data only: the member's name
 */
export function observe(text: string): void {
  if (window.top !== window) return;
  const seen: Seen = { fcp: 0, lcp: 0, cls: 0, blocking: 0, busyUntil: 0 };
  Object.assign(window, { bench: seen });
  const listen = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    });
  listen('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime;
  });
  listen('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime;
  });
  listen('longtask', ({ startTime, duration }) => {
    seen.blocking += Math.max(0, duration - 50);
    seen.busyUntil = Math.max(seen.busyUntil, startTime + duration);
  });
  listen('layout-shift', (entry) => {
    const { hadRecentInput, value } = entry as PerformanceEntry & {
      readonly hadRecentInput: boolean;
      readonly value: number;
    };
    if (!hadRecentInput) seen.cls += value;
    seen.busyUntil = Math.max(seen.busyUntil, entry.startTime);
  });
  const shows = (main: Element): boolean =>
    main.checkVisibility({ visibilityProperty: true }) && main.textContent.includes(text);
  /** Notes the time after the next frame: then it is on the screen. */
  const note = (name: 'firstContent' | 'interactive' | 'whole') => {
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        seen[name] = Math.max(performance.now(), seen.fcp);
      };
      channel.port2.postMessage(0);
    });
  };
  const noted = new Set<string>();
  const once = (name: Parameters<typeof note>[0]) => {
    if (!noted.has(name)) note(name);
    noted.add(name);
  };
  const look = () => {
    // The first view has a role in place of the element, and is not in React's root.
    if ([...document.querySelectorAll('main, [role=main]')].some(shows)) once('firstContent');
    const drawn = document.querySelector('#root main');
    if (drawn && shows(drawn)) {
      once('interactive');
      if (!drawn.querySelector('[aria-busy=true]')) once('whole');
    }
    if (!noted.has('whole')) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
