import { expect, test } from './test.ts';

test('the browser has every feature disabled that Playwright disables', async ({ page }) => {
  await page.goto('chrome://version');
  const commandLine = (await page.locator('#command_line').textContent()) ?? '';
  const lists = [...commandLine.matchAll(/--disable-features=(\S+)/g)].map(([, list = '']) =>
    list.split(','),
  );
  expect(lists.length).toBeGreaterThanOrEqual(2);
  // The last one counts.
  const inForce = lists.at(-1);
  for (const list of lists) expect(inForce).toEqual(expect.arrayContaining(list));
});
