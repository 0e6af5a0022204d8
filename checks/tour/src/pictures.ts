import { expect, type Page } from '@playwright/test';

/** A passport's card whose art has not come yet. */
const CARDS_WITHOUT_ART = '[data-art]:not(:has(img))';

/** Waits for what comes after a page's content and would be missing on its picture: art, and photos in sight. */
export async function expectPictures(page: Page): Promise<void> {
  await expect(page.locator(CARDS_WITHOUT_ART)).toHaveCount(0);
  await expect.poll(() => page.evaluate(picturesMissing)).toEqual([]);
}

function picturesMissing(): string[] {
  const isInSight = (image: HTMLImageElement) =>
    image.loading !== 'lazy' || image.getBoundingClientRect().top < window.innerHeight;
  return [...document.images]
    .filter((image) => isInSight(image) && !image.complete)
    .map(({ src }) => src);
}
