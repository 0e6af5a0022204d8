import { verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { openPkpass } from '@portal/server-testing/wallets/open-pkpass';
import { PASS_TYPE } from '@portal/server-testing/wallets/wallet-keys';
import { violations } from '../support/axe.ts';
import { expect, test, WALLETS } from '../support/changeable-portal.ts';
import { translate } from '../support/labels.ts';
import { memberApi } from '../support/member-api.ts';
import { buyPassport } from '../support/passports.ts';
import { startSession } from '../support/session.ts';
import { PHONE } from '../support/test.ts';
import { turnstile } from './turnstile.ts';

const locale = 'ja' as const;

test.use(PHONE);
test.describe.configure({ timeout: 120_000 });

// @proves 14.86 14.87 14.88
test('a passport is added to both wallets', async ({ page, portal, member }) => {
  await startSession(page, portal, member);
  await page.goto('/my-page');
  const { id } = await buyPassport(await memberApi(page, portal));
  await turnstile(portal, '--paid', id);
  await page.goto(`/my-page/passports/${id}`);
  const add = (wallet: string) =>
    page.getByRole('button', { name: translate(locale, `Add to ${wallet} Wallet`) });
  await expect(add('Google')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  const downloading = page.waitForEvent('download');
  await add('Apple').click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('passport.pkpass');
  const { pass } = openPkpass(await readFile(await download.path()));
  expect([pass.passTypeIdentifier, pass.serialNumber]).toEqual([PASS_TYPE, id]);

  await page.route('https://pay.google.com/**', (route) => route.fulfill({ body: 'Saved' }));
  await add('Google').click();
  await page.waitForURL('https://pay.google.com/gp/v/save/*');
  const [head = '', payload = '', signature = ''] = (page.url().split('/').pop() ?? '').split('.');
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${payload}`),
    WALLETS.publicKeyOfGoogle,
    Buffer.from(signature, 'base64url'),
  );
  expect(isSigned).toBe(true);
  expect(Buffer.from(payload, 'base64url').toString()).toContain(`/my-page/passports/${id}`);
});
