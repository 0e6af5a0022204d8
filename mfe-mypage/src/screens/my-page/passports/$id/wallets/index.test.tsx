import type { Passport } from '@portal/kit/contract';
import { startTestServer, type TestServer } from '@portal/kit/testing';
import { openScreenAs } from '@portal/kit/testing/open-screen';
import { seedPassportsFor } from '@portal/kit/testing/passports';
import { type Wallets, walletSettings } from '@portal/kit/testing/wallets/wallet-keys';
import { act, screen, waitFor } from '@testing-library/react';
import * as routes from '../../../../../routes.ts';
import { callAs, HANAKO } from '../../../../../testing/members.ts';

const { apple, google } = walletSettings();

let server: TestServer;
afterEach(() => server.close());

async function openPassport(
  wallets: Wallets,
  { locale = 'en', status = 'active' }: { locale?: 'ja' | 'en'; status?: string } = {},
) {
  server = await startTestServer({ config: { callsPerMinute: 100_000, wallets } });
  server.clock.set(new Date());
  let id = '';
  const prefix = locale === 'en' ? '/en' : '';
  const answers: string[] = [];
  const opened = await openScreenAs(server, {
    routes,
    path: `${prefix}/my-page`,
    member: HANAKO,
    async fetch(request) {
      const answer = await server.api.fetch(request);
      if (request.url.endsWith('/wallets')) answers.push(await answer.clone().text());
      return answer;
    },
    async prepare(memberId) {
      await seedPassportsFor(server, memberId);
      const { data } = await (await callAs(server, memberId))('GET', '/passports');
      id = (data as Passport[]).find(({ status_name }) => status_name?.code === status)?.id ?? '';
    },
  });
  await act(() => opened.router.navigate(`${prefix}/my-page/passports/${id}`));
  await screen.findByRole('heading', { level: 2, name: /Details|詳細/ });
  return { answers };
}

const button = (name: RegExp) => screen.findByRole('button', { name });

// @proves 14.86
test('a passport can be added to the wallets that are configured', async () => {
  await openPassport({ apple, google });
  expect(await button(/Add to Apple Wallet/)).toBeVisible();
  expect(await button(/Add to Google Wallet/)).toBeVisible();
  expect(screen.getByText(/It opens no gate by itself/)).toBeVisible();
});

// @proves 14.86
test('a wallet that is not configured has no button', async () => {
  await openPassport({ google }, { locale: 'ja' });
  expect(await button(/Google ウォレットに追加/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Apple/ })).toBeNull();
});

// @proves 14.86
test('without wallets there is nothing of them', async () => {
  const { answers } = await openPassport({});
  await waitFor(() => expect(answers).toEqual(['{"data":{"apple":null,"google":null}}']));
  expect(screen.queryByRole('heading', { name: 'Wallet' })).toBeNull();
});

// @proves 14.86
test('an unpaid passport does not ask for wallets', async () => {
  const { answers } = await openPassport({ apple, google }, { status: 'payment_pending' });
  expect(answers).toEqual([]);
  expect(screen.queryByRole('heading', { name: 'Wallet' })).toBeNull();
});
