import { goToProvider, signInAtProvider } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const ENTRY = /\/remotes\/mypage\/entry\.\w+\.js$/;

// @proves 7.797 7.799
test('while the password is typed the browser fetches the files of the home, which come from its cache then', async ({
  page,
  portal,
  member,
}) => {
  const fetched = page.waitForResponse(
    (response) => ENTRY.test(response.url()) && response.frame().url().startsWith(`${portal.idp}/`),
  );
  await goToProvider(page);
  await (await fetched).finished();
  await signInAtProvider(page, member);
  await page.waitForURL('**/my-page');
  await expect(page.locator('main h1')).toBeVisible();
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/remotes\/mypage\/entry\./.test(name))
      .map((entry) => (entry as PerformanceResourceTiming).transferSize),
  );
  expect(bytes).toEqual([0]);
});
