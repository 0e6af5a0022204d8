import type { Page } from '@playwright/test';

/** Sizes in CSS pixels. */
export type LayoutFigures = {
  /** The smaller side of the smallest target; undefined on a page without one. */
  readonly smallestTarget: number | undefined;
  readonly tooSmall: readonly string[];
  /** Texts that are cut, and what is wider than the window, with text at 200 %. */
  readonly cutAt200: readonly string[];
  /** What is wider than a window of 320 px. */
  readonly wideAt320: readonly string[];
  /** The same with text at 200 %. */
  readonly wideAt320And200: readonly string[];
};

/** The narrowest window (WCAG 1.4.10). */
const NARROW = 320;

/** Shortened on purpose, with “…”: the greeting, and the beginning of a notification in a list. */
const SHORTENED = 'header p, .ui-notification-summary__preview';

/** Measures a page, and leaves the window and the text at the sizes that it had. */
export async function layoutFigures(page: Page, smallestAllowed: number): Promise<LayoutFigures> {
  const targets = await targetSizes(page);
  const before = page.viewportSize();
  if (!before) throw new Error('The window has no fixed size.');
  try {
    await zoomText(page, 200);
    const cutAt200 = [...(await widerThanWindow(page)), ...(await cutTexts(page))];
    // The larger text last: a phone's window grows with what is too wide, and does not shrink again.
    await zoomText(page, 100);
    await page.setViewportSize({ ...before, width: NARROW });
    const wideAt320 = await widerThanWindow(page);
    await zoomText(page, 200);
    const wideAt320And200 = await widerThanWindow(page);
    return {
      smallestTarget: targets.length === 0 ? undefined : Math.min(...targets.map(({ px }) => px)),
      tooSmall: targets
        .filter(({ px }) => px < smallestAllowed)
        .map(({ px, name }) => `${px} px: ${name}`),
      cutAt200,
      wideAt320,
      wideAt320And200,
    };
  } finally {
    await zoomText(page, 100);
    await page.setViewportSize(before);
  }
}

/** Enlarges the text as the browser's setting does: all sizes are in `rem`. */
async function zoomText(page: Page, percent: number): Promise<void> {
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = size === 100 ? '' : `${size}%`;
  }, percent);
}

/** Two frames later what follows a change of size has been laid out. */
async function nextFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

/** The elements that reach beyond the window's right edge, when the page can be scrolled sideways. */
async function widerThanWindow(page: Page): Promise<string[]> {
  await nextFrames(page);
  return page.evaluate(() => {
    const root = document.documentElement;
    // On a phone the window itself grows to what is too wide.
    const width = Math.min(root.clientWidth, window.outerWidth || root.clientWidth);
    if (root.scrollWidth <= width) return [];
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > width + 1,
    );
    const deepest = wide.filter(
      (element) => !wide.some((one) => element !== one && element.contains(one)),
    );
    const of = `${root.scrollWidth - width} px too wide`;
    return deepest.length === 0
      ? [of]
      : deepest.slice(0, 3).map((element) => `${of}: ${element.outerHTML.slice(0, 160)}`);
  });
}

/** Texts of which a part is outside the element that hides what is too large for it. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate((shortened) => {
    const cut: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || !node.textContent?.trim() || !parent.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      if (text.width === 0) continue;
      for (
        let box: Element | null = parent;
        box && box !== document.body;
        box = box.parentElement
      ) {
        const { overflowX, overflowY, position } = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        // For screen readers only.
        if (edge.width <= 1 || edge.height <= 1) break;
        // What is below or beside can be scrolled to.
        if (/auto|scroll/.test(overflowX + overflowY)) break;
        const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
        // What is hidden as a whole, such as the brand's name where it has no room, is not cut.
        const isSeen =
          text.top < edge.bottom - 1 &&
          text.bottom > edge.top + 1 &&
          text.left < edge.right - 1 &&
          text.right > edge.left + 1;
        if (!isSeen) break;
        const isCut =
          (hides(overflowX) && (text.right > edge.right + 1 || text.left < edge.left - 1)) ||
          (hides(overflowY) && (text.bottom > edge.bottom + 1 || text.top < edge.top - 1));
        if (isCut) {
          if (box.matches(shortened)) break;
          cut.push(`cut: ${node.textContent.trim().slice(0, 60)} – ${box.outerHTML.slice(0, 120)}`);
          break;
        }
        if (position === 'fixed') break;
      }
    }
    return cut;
  }, SHORTENED);
}

/** The size of each target, as far as a tap reaches it. Links within a sentence are left out (WCAG 2.5.8). */
function targetSizes(page: Page): Promise<{ px: number; name: string }[]> {
  return page.evaluate(() => {
    const SELECTOR =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=switch], [role=option], [role=menuitem]';
    /** As far from the middle as is looked. */
    const REACH = 44;
    const isInSentence = (element: Element) =>
      element.matches('a') &&
      getComputedStyle(element).display === 'inline' &&
      (element.parentElement?.textContent?.trim().length ?? 0) >
        (element.textContent?.trim().length ?? 0);
    /** The smaller side of the area that a tap reaches around the middle of a box. */
    const sizeOf = (shown: Element, parts: readonly Element[]): number | undefined => {
      shown.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
      const box = shown.getBoundingClientRect();
      const middle = [box.left + box.width / 2, box.top + box.height / 2] as const;
      const takes = (x: number, y: number) => {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && parts.some((part) => part.contains(hit));
      };
      if (!takes(...middle)) return undefined;
      const reach = (dx: number, dy: number) => {
        let far = 0;
        while (far < REACH && takes(middle[0] + dx * (far + 1), middle[1] + dy * (far + 1)))
          far += 1;
        return far;
      };
      const width = Math.max(box.width, reach(-1, 0) + reach(1, 0));
      const height = Math.max(box.height, reach(0, -1) + reach(0, 1));
      return Math.min(width, height);
    };
    const sizes: { px: number; name: string }[] = [];
    const scrolled = [window.scrollX, window.scrollY] as const;
    for (const element of document.querySelectorAll<HTMLElement>(SELECTOR)) {
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      const parts = [element, ...labels];
      const { opacity, visibility } = getComputedStyle(element);
      // A box that is hidden behind the label that is drawn in its place.
      const isHidden = (box: DOMRect) => box.width <= 1 || box.height <= 1 || opacity === '0';
      if (!element.checkVisibility() || visibility === 'hidden' || isInSentence(element)) continue;
      if (element.closest('[inert]')) continue;
      const boxes = parts
        .filter((part) => part.checkVisibility() && !isHidden(part.getBoundingClientRect()))
        .map((part) => sizeOf(part, parts))
        .filter((size) => size !== undefined);
      const [largest] = boxes.sort((one, other) => other - one);
      // Something lies over it, such as a dialog.
      if (largest === undefined) continue;
      sizes.push({ px: Math.round(largest * 10) / 10, name: element.outerHTML.slice(0, 160) });
    }
    window.scrollTo({ left: scrolled[0], top: scrolled[1], behavior: 'instant' });
    return sizes;
  });
}
