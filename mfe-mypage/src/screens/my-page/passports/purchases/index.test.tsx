import { addYears, todayInJapan } from '@portal/kit/contract';
import { formatDate } from '@portal/kit/i18n';
import { createTestClock, startTestServer, type TestServer } from '@portal/kit/testing';
import { openScreenAs } from '@portal/kit/testing/open-screen';
import { actAsOperator, createPassportClient } from '@portal/kit/testing/passports';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as routes from '../../../../routes.ts';
import { HANAKO } from '../../../../testing/members.ts';
import { heading } from '../../../../testing/purchase.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock: createTestClock(new Date()) });
});
afterAll(() => server.close());

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

// @proves 14.458 14.461 2.450
test('shows each purchase with its sum, and leads to the receipt of each passport and back', async () => {
  const opened = await open(`/en${LIST}`, buyForFamily);
  const bought = formatDate(server.clock.now().toISOString());
  const purchase = within(await screen.findByRole('region', { name: bought }));
  expect(purchase.getByText('¥14,700 (tax included)')).toBeVisible();
  expect(purchase.getAllByText('Paid')).toHaveLength(2);
  expect(purchase.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Annual passport for 山田 花子',
    'Annual passport for 山田 陽太',
  ]);
  await userEvent.click(purchase.getByRole('link', { name: /陽太/ }));
  const receipt = await screen.findByRole('region', { name: 'Receipt' });
  await waitFor(() => expect(receipt).toHaveFocus());
  expect(within(receipt).getByText('¥4,900 (tax included)')).toBeVisible();
  await userEvent.click(within(receipt).getByRole('link', { name: 'Purchases' }));
  expect(await heading('Purchases')).toBeVisible();
  expect(opened.at()).toBe(`/en${LIST}`);
});

// @proves 14.461
test('is reached from the list of passports', async () => {
  await open('/en/my-page/passports', buyForFamily);
  await userEvent.click(await screen.findByRole('link', { name: 'Purchases' }));
  expect(await heading('Purchases')).toBeVisible();
});
