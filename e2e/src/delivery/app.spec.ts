import type { Page } from '@playwright/test';
import type { Locale } from '@portal/shared-contract';
import { violations } from '../support/axe.ts';
import { sayInstallable } from '../support/installable.ts';
import { localePath, translate } from '../support/labels.ts';
import { memberApi } from '../support/member-api.ts';
import { buyPassport } from '../support/passports.ts';
import { startSession } from '../support/session.ts';
import { expect, PHONE, tagOfLanguage, test } from '../support/test.ts';

test.use(PHONE);

const LOCALES: readonly Locale[] = ['ja', 'en'];
/** Each test has a context of its own, which is never installed from. */
const OWN_CONTEXT = 'in-incognito';

for (const locale of LOCALES) {
  // @proves 16.76 16.77 16.79
  test(`${locale}: the browser reads the manifest and every icon, and can install the portal`, async ({
    page,
  }) => {
    await page.goto(localePath(locale, '/'));
    const browser = await page.context().newCDPSession(page);
    const { url, errors, data } = await browser.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const manifest = JSON.parse(data ?? '');
    expect([manifest.lang, manifest.display]).toEqual([locale, 'standalone']);
    expect(new URL(manifest.start_url, url).pathname).toBe(localePath(locale, '/my-page'));
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

  // @proves 16.78
  test(
    `${locale}, on a phone: the app is offered once after a purchase`,
    tagOfLanguage(locale),
    async ({ page, portal, member }) => {
      await startSession(page, portal, member, locale);
      await page.goto(localePath(locale, '/my-page'));
      const { id } = await buyPassport(await memberApi(page, portal));
      const title = page.getByRole('heading', {
        name: translate(locale, 'Your passport, one tap away'),
      });
      const open = () => page.goto(localePath(locale, `/my-page/passports/${id}?bought=1`));
      const details = page.getByRole('heading', {
        name: translate(locale, 'Details', {}, 'mfe-mypage'),
      });
      await open();
      await details.waitFor();
      await sayInstallable(page);
      await expect(title).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: translate(locale, 'Install'), exact: true }).click();
      await expect(title).toHaveCount(0);
      expect(await page.evaluate(() => document.body.dataset.asked)).toBe('1');

      await open();
      await details.waitFor();
      await sayInstallable(page);
      await expect(title).toHaveCount(0);
    },
  );
}

/** The width and height of a picture that the page may show. */
const sizeOf = (page: Page, src: string) =>
  page.evaluate(async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    return `${image.naturalWidth}x${image.naturalHeight}`;
  }, src);
