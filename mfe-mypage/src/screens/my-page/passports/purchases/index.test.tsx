import { addYears, todayInJapan } from '@portal/kit/contract';
import { formatDate } from '@portal/kit/i18n';
import { createTestClock, sharedServer } from '@portal/kit/testing';
import { openScreenAs } from '@portal/kit/testing/open-screen';
import { actAsOperator, createPassportClient } from '@portal/kit/testing/passports';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as routes from '../../../../routes.ts';
import { HANAKO } from '../../../../testing/members.ts';
import { heading } from '../../../../testing/purchase.ts';

const server = sharedServer({ clock: createTestClock(new Date()) });

const LIST = '/my-page/passports/purchases';
const open = (path: string, prepare: (memberId: string) => Promise<void> = async () => {}) =>
  openScreenAs(server, { routes, path, member: HANAKO, prepare });
const clientOf = (memberId: string) => createPassportClient(server, {}, memberId);
const nextYear = () => addYears(todayInJapan(server.clock.now()), 1);

/** A family's order that is paid. */
async function buyForFamily(memberId: string): Promise<void> {
  const hanako = await clientOf(memberId);
  const { order_number } = await hanako.buy({
    usage_start_date: nextYear(),
    others: [
      {
        holder: {
          kind: 'child',
          last_name: '山田',
          first_name: '陽太',
          date_of_birth: '2019-04-01',
        },
        design_id: 'waves',
        photo_id: await hanako.newPhoto(),
        usage_start_date: nextYear(),
      },
    ],
  });
  await actAsOperator(server, order_number ?? '', 'paid');
}

// @proves 14.458 14.461 2.450 2.452 14.704 14.727
test('shows each purchase with its sum, and leads to its order with one receipt for all, to whom one likes', async () => {
  const opened = await open(`/en${LIST}`, buyForFamily);
  const bought = formatDate(server.clock.now().toISOString());
  const purchase = within(await screen.findByRole('article', { name: bought }));
  expect(purchase.getByText('¥14,700 (tax included)')).toBeVisible();
  expect(purchase.getAllByText('Paid')).toHaveLength(2);
  expect(purchase.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    '山田 花子',
    '山田 陽太',
    'Order and receipt',
  ]);
  await userEvent.click(purchase.getByRole('link', { name: 'Order and receipt' }));
  const receipt = within(await screen.findByRole('region', { name: 'Receipt' }));
  expect(screen.getByText('Total (2 passports)')).toBeVisible();
  expect(receipt.getByText('¥14,700 (tax included)')).toBeVisible();
  expect(receipt.getByText('¥14,700, ¥1,336 of it tax')).toBeVisible();
  expect(receipt.getByText('To 山田 花子')).toBeVisible();
  const addressee = receipt.getByRole('textbox', { name: /^Addressed to/ });
  await userEvent.clear(addressee);
  await userEvent.type(addressee, 'つばめ商事');
  const sheet = receipt.getByText('To つばめ商事').closest('[data-print]');
  expect(sheet).not.toBeNull();
  expect(sheet).not.toContainElement(addressee);
  const sent = opened.sent.length;
  const print = jest.spyOn(window, 'print').mockImplementation(() => {});
  await userEvent.click(receipt.getByRole('button', { name: 'Print the receipt' }));
  expect(print).toHaveBeenCalledTimes(1);
  expect(opened.sent).toHaveLength(sent);
  await userEvent.click(screen.getByRole('link', { name: 'Purchases' }));
  expect(await heading('Purchases')).toBeVisible();
  expect(opened.at()).toBe(`/en${LIST}`);
});

// @proves 14.461
test('is reached from the list of passports', async () => {
  await open('/en/my-page/passports', buyForFamily);
  await userEvent.click(await screen.findByRole('link', { name: 'Purchases' }));
  expect(await heading('Purchases')).toBeVisible();
});
