import { chromium, expect, test } from '@playwright/test';
import { browserOptions } from '@portal/delivery-tools/gate/browser';

test('the browser has every feature disabled that Playwright disables', async () => {
  const browser = await chromium.launch(browserOptions());
  const page = await browser.newPage();
  await page.goto('chrome://version');
  const commandLine = (await page.locator('#command_line').textContent()) ?? '';
  await browser.close();
  const lists = [...commandLine.matchAll(/--disable-features=(\S+)/g)].map(([, list = '']) =>
    list.split(','),
  );
  expect(lists.length).toBeGreaterThanOrEqual(2);
  // The last one counts.
  const inForce = lists.at(-1);
  for (const list of lists) expect(inForce).toEqual(expect.arrayContaining(list));
});
