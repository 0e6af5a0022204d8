import type { Page } from '@playwright/test';

/** What a browser does that can install the portal; Playwright's contexts cannot. */
export const sayInstallable = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const prompt = async () => {
      document.body.dataset.asked = '1';
    };
    const event = new Event('beforeinstallprompt', { cancelable: true });
    window.dispatchEvent(Object.assign(event, { prompt }));
  });
