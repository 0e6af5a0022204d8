import type { PassportKind } from '@portal/kit/contract';
import { createTestClock, startTestServer, type TestServer } from '@portal/kit/testing';
import { openScreenAs } from '@portal/kit/testing/open-screen';
import { ADULT, CHILD, MONTH } from '@portal/kit/testing/passports';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as routes from '../../../../routes.ts';
import { callAs, HANAKO } from '../../../../testing/members.ts';
import { heading, press } from '../../../../testing/purchase.ts';

const PURCHASE = '/en/my-page/passports/purchase';

let server: TestServer;
afterEach(() => server.close());

async function open(path: string, kinds: PassportKind[], member: object = HANAKO) {
  server = await startTestServer({
    clock: createTestClock(new Date()),
    config: { brand: { name: { ja: 'つばめ', en: 'Tsubame' }, passes: { childBelow: 12, kinds } } },
  });
  return openScreenAs(server, { routes, path, member: { ...HANAKO, ...member } });
}

const ADDRESS = { postalCode: null, prefecture: null, city: null, address: null };

// @proves 16.951 16.952 16.954 16.955
test('asks for the kind where several fit, and then for what it needs alone', async () => {
  await open(PURCHASE, [ADULT, CHILD, MONTH], ADDRESS);
  expect(
    await screen.findByText('Month ¥1,200 (1 month, 8% consumption tax included)'),
  ).toBeVisible();
  const kinds = within(await screen.findByRole('group', { name: /^Which kind/ }));
  expect(kinds.getAllByRole('radio')).toHaveLength(2);
  await press('Next');
  expect(await screen.findByRole('link', { name: 'Choose one.' })).toBeVisible();
  await userEvent.click(kinds.getByRole('radio', { name: /^Month/ }));
  await press('Next');
  await heading('Choose a design');
  expect(screen.getAllByRole('radio')).toHaveLength(2);
  expect(screen.queryByText('Photo')).toBeNull();
  await userEvent.click(await screen.findByRole('radio', { name: 'Waves' }));
  await press('Next');
  await heading('Check and pay');
  expect(screen.getByText('Month')).toBeVisible();
  const rule =
    'It can be cancelled within 14 days of the purchase while it has not been used, with a full refund.';
  expect(screen.getByText(rule)).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: /^At the counter/ }));
  expect(screen.getByText('Consumption tax (8%)')).toBeVisible();
  expect(screen.getByText('¥88')).toBeVisible();
  await press('Buy for ¥1,200');
  expect(await heading('We have your order')).toBeVisible();
  expect(screen.queryByText('A photo is missing')).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'See the details' }));
  expect(await screen.findByText(rule)).toBeVisible();
});

// @proves 14.724
test('says that the price has changed, shows the new one, and buys for that', async () => {
  const opened = await open(PURCHASE, [MONTH]);
  await press('Next');
  await heading('Choose a design');
  await userEvent.click(await screen.findByRole('radio', { name: 'Waves' }));
  await press('Next');
  await heading('Check and pay');
  await userEvent.click(screen.getByRole('radio', { name: /^At the counter/ }));
  const { brand } = server.context.config;
  Object.assign(brand, { passes: { childBelow: 12, kinds: [{ ...MONTH, price: 1_300 }] } });
  await press('Buy for ¥1,200');
  expect(await screen.findByText('The price has changed')).toBeVisible();
  expect(screen.getByText('¥1,300 (tax included)')).toBeVisible();
  expect(screen.getByText('Waves')).toBeVisible();
  expect(screen.getByRole('radio', { name: /^At the counter/ })).toBeChecked();
  await press('Buy for ¥1,300');
  expect(await heading('We have your order')).toBeVisible();
  const { data } = await (await callAs(server, opened.id))('GET', '/passports');
  expect(data).toMatchObject([{ price: 1_300 }]);
});

// @proves 16.954
test('asks for the address once a kind is chosen that needs it', async () => {
  await open(PURCHASE, [ADULT, MONTH], ADDRESS);
  await userEvent.click(await screen.findByRole('radio', { name: /^Adult/ }));
  await press('Next');
  expect(await heading('Details about you')).toBeVisible();
  expect(await screen.findByRole('textbox', { name: /^City/ })).toBeVisible();
});
