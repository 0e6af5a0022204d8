import { expect, type Page } from '@playwright/test';

/** Waits for what comes after a page's content and would be missing on its picture: art, and photos in sight. */
export async function expectPictures(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(picturesMissing)).toEqual([]);
}

function picturesMissing(): string[] {
  const isInSight = (image: HTMLImageElement) =>
    image.loading !== 'lazy' || image.getBoundingClientRect().top < window.innerHeight;
  return [...document.images]
    .filter((image) => isInSight(image) && !image.complete)
    .map(({ src }) => src);
}
