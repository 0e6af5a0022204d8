import type { Page } from '@playwright/test';

/** How late the API answers while layout shifts are measured. */
const API_DELAY_MS = 2500;

export type LayoutShift = {
  /** The sum of all shifts, which is at least the CLS of web vitals. */
  readonly total: number;
  /** Each shift with what moved. */
  readonly shifts: readonly string[];
  readonly hasFooterMoved: boolean;
};

type Recorded = { value: number; moved: { name: string; isFooter: boolean }[] };
type Recording = { layoutShifts?: Recorded[] };

/** From now on the API answers late on this page, and what moves is recorded. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    await new Promise((done) => setTimeout(done, API_DELAY_MS));
    // The page may have gone on.
    await route.continue().catch(() => {});
  });
  await page.addInitScript(() => {
    const shifts: Recorded[] = [];
    (window as unknown as Recording).layoutShifts = shifts;
    type Shift = PerformanceEntry & {
      value: number;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    };
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
          const element = node instanceof Element ? node : (node?.parentElement ?? null);
          const place = (box: DOMRect) => [box.x, box.y, box.width, box.height].map(Math.round);
          const source = (element?.outerHTML ?? '').slice(0, 110);
          return {
            name: `${source} ${place(from)} → ${place(to)}`,
            isFooter: element?.closest('footer') !== null && element !== null,
          };
        });
        shifts.push({ value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What has moved on the page so far. */
export async function recordedLayoutShift(page: Page): Promise<LayoutShift> {
  const recorded = await page.evaluate(async () => {
    // Entries arrive after the frame in which something moved.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await new Promise((done) => requestIdleCallback(done));
    return (window as unknown as Recording).layoutShifts ?? [];
  });
  return {
    total: recorded.reduce((sum, { value }) => sum + value, 0),
    shifts: recorded.map(
      ({ value, moved }) => `${value.toFixed(4)}: ${moved.map(({ name }) => name).join('; ')}`,
    ),
    hasFooterMoved: recorded.some(({ moved }) => moved.some(({ isFooter }) => isFooter)),
  };
}
