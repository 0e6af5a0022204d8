import type { Page } from '@playwright/test';
import { expect, PHONE, test } from '../support/test.ts';

const locale = 'ja' as const;

test.use(PHONE);

/** Each test has a context of its own, which is never installed from. */
const OWN_CONTEXT = 'in-incognito';

// @proves 16.76 16.77 16.79
test('the browser reads the manifest and every icon, and can install the portal', async ({
  page,
}) => {
  await page.goto('/');
  const browser = await page.context().newCDPSession(page);
  const { url, errors, data } = await browser.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? '');
  expect([manifest.lang, manifest.display]).toEqual([locale, 'standalone']);
  expect(new URL(manifest.start_url, url).pathname).toBe('/my-page');
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter(({ errorId }) => errorId !== OWN_CONTEXT)).toEqual([]);

  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  const icons: [src: string, size: string][] = manifest.icons.map(
    ({ src, sizes }: { src: string; sizes: string }) => [src, sizes],
  );
  for (const [src, size] of [...icons, [touch ?? '', '180x180']] as const) {
    expect(await sizeOf(page, src), src).toBe(size);
  }
});

/** The width and height of a picture that the page may show. */
const sizeOf = (page: Page, src: string) =>
  page.evaluate(async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    return `${image.naturalWidth}x${image.naturalHeight}`;
  }, src);
