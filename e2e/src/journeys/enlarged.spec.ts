import { startSession } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

// @proves 13.77
test('the header is whole on a narrow screen, and with text of twice its size', async ({
  page,
  member,
  portal,
}) => {
  await startSession(page, portal, member);
  for (const [width, textSize] of [
    [320, 100],
    [390, 200],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ['/my-page', '/account', '/account/settings'] as const) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const seen = await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}%`;
        const header = document.querySelector('header');
        const brand = header?.querySelector('a');
        // Some buttons show on wide screens only.
        const menu = [...(header?.querySelectorAll('button') ?? [])].find(
          (button) => button.getClientRects().length > 0,
        );
        const box = (element?: Element | null) => element?.getBoundingClientRect() ?? new DOMRect();
        const name = box(brand?.querySelector('span > span'));
        // Below the brand's one line, and so not seen; or within it.
        const isHidden = name.top >= box(brand).bottom - 1 || name.width <= 1;
        return {
          overflow: Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
          isNameWhole: isHidden || name.right <= box(brand).right + 1,
          overlap: Math.max(0, box(brand).right - box(menu).left),
          below: Math.max(0, box(brand).bottom - box(header).bottom),
        };
      }, textSize);
      expect([path, width, seen]).toEqual([
        path,
        width,
        { overflow: 0, isNameWhole: true, overlap: 0, below: 0 },
      ]);
    }
  }
});
