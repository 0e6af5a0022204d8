import { addDays, type Passport, todayInJapan } from '@portal/kit/contract';
import { createTestClock, startTestServer, type TestServer } from '@portal/kit/testing';
import { openScreenAs } from '@portal/kit/testing/open-screen';
import { createPassportClient, endOn } from '@portal/kit/testing/passports';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as routes from '../../../../routes.ts';
import { HANAKO } from '../../../../testing/members.ts';
import { heading, press } from '../../../../testing/purchase.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ clock: createTestClock(new Date()) });
});
afterEach(() => server.close());

const today = () => todayInJapan(server.clock.now());
const SON = {
  holder: { kind: 'child', last_name: '山田', first_name: '陽太', date_of_birth: '2020-04-01' },
};

/** Opens the portal as a member whose passports, their own first, end in some days. */
async function open(path: string, ends: readonly number[], of: readonly object[] = [{}, SON]) {
  const old: Passport[] = [];
  const opened = await openScreenAs(server, {
    routes,
    path: path.startsWith('/en') ? '/en/my-page/passports' : '/my-page/passports',
    member: HANAKO,
    fetch: server.api.fetch,
    async prepare(memberId) {
      const { buyPaid } = await createPassportClient(server, {}, memberId);
      for (const [at, days] of ends.entries()) {
        const passport = await buyPaid(of[at]);
        await endOn(server, passport.id, addDays(today(), days));
        old.push(passport);
      }
    },
  });
  await screen.findByRole('heading', { level: 1 });
  await act(() => opened.router.navigate(path.replace('$id', old[0]?.id ?? '')));
  const client = await createPassportClient(server, {}, opened.id);
  return { ...opened, client, old };
}

// @proves 14.466 14.469 2.451
test('renews the passports of a family in one order, from one line on the home', async () => {
  const { client, old } = await open('/en/my-page', [10, 20]);
  const tasks = await screen.findByRole('region', { name: 'Things to do' });
  const lines = within(tasks).getAllByRole('link');
  expect(lines.map(({ textContent }) => textContent)).toEqual(['Renew 2 passports']);
  await userEvent.click(lines[0] as HTMLElement);
  await heading('Renewal');
  for (const box of screen.getAllByRole('checkbox')) {
    expect(box).toBeChecked();
    await userEvent.click(box);
  }
  await press('Next');
  expect(await screen.findByRole('link', { name: 'Choose one.' })).toBeVisible();
  for (const box of screen.getAllByRole('checkbox')) await userEvent.click(box);
  await press('Next');
  await heading('Check and pay');
  await userEvent.click(screen.getByRole('radio', { name: /^At the counter/ }));
  await press('Buy for ¥14,700');
  expect(await heading('We have your order')).toBeVisible();
  const renewals = await Promise.all(old.map(async ({ id }) => (await client.get(id)).renewal));
  expect(renewals.map((one) => one?.usage_start_date)).toEqual([
    addDays(today(), 11),
    addDays(today(), 21),
  ]);
  const numbers = await Promise.all(
    renewals.map(async (one) => (await client.get(one?.renewed_by ?? '')).order_number),
  );
  expect(new Set(numbers).size).toBe(1);
});
