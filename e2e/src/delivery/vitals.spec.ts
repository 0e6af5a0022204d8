import type { Page, Request } from '@playwright/test';
import type { ViewReport } from '@portal/shared-contract';
import { expectContent } from '../support/content.ts';
import { operatorOf } from '../support/live-releases.ts';
import { startSession } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

/** How far the page came: the code that tells this, which comes after the page stands, measures too. */
const isStages = (request: Request) => new URL(request.url()).pathname === '/api/telemetry';
const SENT = 'beacons_of_the_test';

/** Notes what a page sends as it is left, which no request of Playwright shows. */
const noteBeacons = (page: Page) =>
  page.addInitScript((name) => {
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (url, body) => {
      const sent = JSON.parse(sessionStorage.getItem(name) ?? '[]') as string[];
      sessionStorage.setItem(name, JSON.stringify([...sent, `${url} ${body}`]));
      return send(url, body);
    };
  }, SENT);
const viewBeacons = async (page: Page): Promise<string[]> => {
  const sent = await page.evaluate((name) => sessionStorage.getItem(name) ?? '[]', SENT);
  return (JSON.parse(sent) as string[]).filter((one) => one.startsWith('/api/telemetry/views'));
};

// @proves 7.778 7.779
test('a page tells once how fast it was, with its release and route and nothing of the member', async ({
  page,
  portal,
  member,
}) => {
  await noteBeacons(page);
  await startSession(page, portal, member);
  for (const visit of ['first', 'repeat'] as const) {
    const measuring = page.context().waitForEvent('request', isStages);
    await page.goto('/en/my-page/notifications?from=mail#top');
    await expectContent(page);
    await measuring;
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.keyboard.press('Escape');
    const before = await viewBeacons(page);
    await page.goto('/silent-check.html');
    const [beacon = '', ...others] = (await viewBeacons(page)).slice(before.length);
    expect(others).toEqual([]);
    const [address = '', body = ''] = beacon.split(/ (.*)/);
    expect(address).toMatch(/^\/api\/telemetry\/views\?page=[\w-]+$/);
    const [shell, remote] = JSON.parse(body) as ViewReport[];
    expect(shell).toMatchObject({ remote: 'shell', visit });
    expect(shell).not.toHaveProperty('route');
    expect(remote).toMatchObject({
      remote: 'mypage',
      route: '/my-page/notifications',
      visit,
      lcp: expect.any(Number),
      cls: expect.any(Number),
      inp: expect.any(Number),
      header: expect.any(Number),
    });
    expect(remote?.header).toBeGreaterThan(0);
    for (const personal of [member.email, member.lastName, 'mail', 'top']) {
      expect(beacon).not.toContain(personal);
    }
  }
  const views = async () => {
    const { figures } = await operatorOf(portal).figures(60);
    return figures.find(({ part }) => part === 'mypage')?.vitals?.lcp?.views ?? 0;
  };
  await expect.poll(views, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
});
