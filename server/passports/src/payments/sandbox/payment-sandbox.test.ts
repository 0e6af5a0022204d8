import { randomUUID } from 'node:crypto';
import { createLog } from '@portal/server-platform/metrics/log';
import { createTestClock, testConfig } from '@portal/server-testing';
import { createPaymentProvider } from '../provider.ts';
import { createPaymentSandbox } from './index.ts';

const config = testConfig();
const payment = config.payment ?? fail('No provider');
const clock = createTestClock();
const sandbox = () =>
  createPaymentSandbox({ config, payment, clock, log: createLog('silent'), later: () => {} });
type Sandbox = ReturnType<typeof sandbox>;
const providerOf = (box: Sandbox, secret = payment.secret) =>
  createPaymentProvider({ ...payment, secret }, async (request) => box.fetch(request));
const newPayment = (locale: 'ja' | 'en' = 'ja') => ({
  id: randomUUID(),
  amount: 9800,
  locale,
  returnUrl: 'http://localhost:4300/my-page/passports/1?payment=return',
});
const newRefund = (amount = 9800) => ({ refundId: randomUUID(), amount });
const choose = async (box: Sandbox, url: string, form: object, origin = new URL(url).origin) =>
  box.fetch(
    new Request(url, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams({ ...form }),
    }),
  );
const look = async (box: Sandbox, url: string) => box.fetch(new Request(url));

function fail(message: string): never {
  throw new Error(message);
}

// @proves 14.6 14.7
test.each([
  ['ja', 'カード決済', '9,800円'],
  ['en', 'Card payment', '¥9,800'],
] as const)('has a page in %s with the amount and without a card number', async (...row) => {
  const [locale, title, amount] = row;
  const box = sandbox();
  const { url } = await providerOf(box).open(newPayment(locale));
  const page = await look(box, url);
  const html = await page.text();
  expect(html).toContain(`<html lang="${locale}">`);
  expect(html).toContain(title);
  expect(html).toContain(amount);
  expect(html).not.toMatch(/type="(text|tel|number|password)"/);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page.headers.get('cache-control')).toBe('no-store');
});

// @proves 14.112
test('pays back a part of a payment once, and never more than was paid', async () => {
  const box = sandbox();
  const opened = newPayment();
  const { url } = await providerOf(box).open({ ...opened, amount: 3 * 9800 });
  await choose(box, url, { decision: 'pay', callback: 'never' });
  const refund = newRefund();
  for (let times = 0; times < 4; times += 1) {
    expect(await providerOf(box).refund(opened.id, refund)).toMatchObject({ status: 'refunded' });
  }
  expect(await providerOf(box).read(opened.id)).toMatchObject({ status: 'paid' });
  const tooMuch = providerOf(box).refund(opened.id, newRefund(3 * 9800));
  await expect(tooMuch).rejects.toThrow('did not answer');
  await providerOf(box).refund(opened.id, newRefund(2 * 9800));
  expect(await providerOf(box).read(opened.id)).toMatchObject({ status: 'refunded' });
});
