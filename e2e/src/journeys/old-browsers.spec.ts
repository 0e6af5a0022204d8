import { openOffline } from '../offline/actions.ts';
import { goToCheck } from '../passports/purchase-actions.ts';
import { scan } from '../passports/scan.ts';
import { turnstile } from '../passports/turnstile.ts';
import { localePath, translate } from '../support/labels.ts';
import { createMember } from '../support/members.ts';
import { expectHeading, press } from '../support/page-actions.ts';
import { expectGreeting, signIn } from '../support/sign-in.ts';
import { expect, PHONE, PROOF, test } from '../support/test.ts';
import { type OldBrowser, startEdgeWithout, withoutApis } from '../support/without-apis.ts';

/** The oldest engines of docs/browsers.md. */
const OLDEST: readonly OldBrowser[] = [
  ['safari_ios', '16.4'],
  ['chrome', '109'],
  ['firefox', '115'],
];

test.use({ ...PHONE, serviceWorkers: 'allow', ownPortal: {} });
test.describe.configure({ timeout: 180_000 });

// @proves 7.682
test(
  'with what all of the oldest browsers have, a member signs in, buys a passport, and opens the turnstile without a connection',
  PROOF,
  async ({ page, context, portal, errors }) => {
    errors.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
    const script = withoutApis(OLDEST);
    await context.addInitScript(script);
    const stop = startEdgeWithout(portal, script);
    const on = { page, locale: 'ja' } as const;
    const member = await createMember(portal);
    await signIn(page, member);
    // What it takes away, it takes away.
    expect(
      await page.evaluate(() => (globalThis as { apisGone?: number }).apisGone),
    ).toBeGreaterThan(100);
    expect(await page.evaluate(() => 'parse' in URL || 'withResolvers' in Promise)).toBe(false);

    await goToCheck(on);
    await page.locator('input[value=counter]').check({ force: true });
    await page.getByRole('button', { name: /購入する$/ }).click();
    await expect(page.getByText(translate('ja', 'Order number'))).toBeVisible();
    const [, id = ''] = /passports\/([^/?]+)/.exec(page.url()) ?? [];
    expect(await turnstile(portal, '--paid', id)).toContain('Done');

    await page.goto(localePath('ja', `/my-page/passports/${id}`));
    await press(on, 'Show the QR code');
    expect(await turnstile(portal, await scan(page, 'ja'))).toMatch(/^VALID/);

    // What the first visit of the home has kept had no passport yet.
    await page.evaluate(() => indexedDB.deleteDatabase('portal-kept'));
    await page.goto(localePath('ja', '/my-page'));
    await expectGreeting(page, member, 'ja');
    await expect
      .poll(() => page.evaluate(keeps), { timeout: 30_000 })
      .toEqual({ passes: true, files: true });

    const [worker] = context.serviceWorkers();
    expect(
      await worker?.evaluate(() => (globalThis as { apisGone?: number }).apisGone),
    ).toBeGreaterThan(50);

    const opened = await openOffline(context, page, localePath('ja', '/'));
    await expectGreeting(opened, member, 'ja');
    await opened.locator(`a[href$="/my-page/passports/${id}"]`).click();
    await expectHeading({ page: opened, locale: 'ja' }, 'Passport');
    await press({ page: opened, locale: 'ja' }, 'Show the QR code');
    expect(await turnstile(portal, '--offline', await scan(opened, 'ja'))).toMatch(/^VALID/);
    await context.setOffline(false);
    stop();
  },
);

/** Whether passes and files are kept, asked with what every browser has. */
async function keeps(): Promise<{ passes: boolean; files: boolean }> {
  const { active } = (await navigator.serviceWorker.getRegistration()) ?? {};
  const channel = new MessageChannel();
  const answer = new Promise((resolve) => {
    channel.port1.onmessage = ({ data }) => resolve(data);
  });
  active?.postMessage({ type: 'keep', path: '/my-page', loaded: [] }, [channel.port2]);
  const passes = await new Promise<boolean>((resolve) => {
    const request = indexedDB.open('portal-kept');
    // The product makes it.
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onerror = () => resolve(false);
    request.onsuccess = () => {
      const count = request.result.transaction('kept').objectStore('kept').count();
      count.onsuccess = () => {
        request.result.close();
        resolve(count.result > 0);
      };
    };
  });
  return { passes, files: active !== undefined && active !== null && (await answer) === 'kept' };
}
