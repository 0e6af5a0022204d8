import { offerEnd } from '@portal/kit/contract';
import { formatDate } from '@portal/kit/i18n';
import { startTestServer, type TestServer } from '@portal/kit/testing';
import { enabled, openScreenAs } from '@portal/kit/testing/open-screen';
import { createPassportClient, type PassportClient } from '@portal/kit/testing/passports';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as routes from '../../../routes.ts';
import { HANAKO } from '../../../testing/members.ts';

let server: TestServer;
let taro: PassportClient;
beforeAll(async () => {
  server = await startTestServer({ config: { callsPerMinute: 100_000 } });
  taro = await createPassportClient(server, { lastName: '田中', firstName: '太郎' });
});
beforeEach(() => server.clock.set(new Date()));
afterAll(() => server.close());

const WORDS = { giver_name: 'たろちゃん', message: 'おめでとう。\nhttps://evil.example' };

async function offerByLink(words?: typeof WORDS) {
  const { id } = await taro.buyPaid({ design_id: 'night' });
  const { body } = await taro.call('POST', `/passports/${id}/transfer/link`, words);
  return { id, token: body.token as string };
}

type Options = { member?: Parameters<TestServer['createMember']>[0]; locale?: 'ja' | 'en' };

/** Opens a link as a member who has nothing to do with it. */
function openLink(token: string, { member = HANAKO, locale = 'en' }: Options = {}) {
  const prefix = locale === 'ja' ? '' : '/en';
  return openScreenAs(server, { routes, path: `${prefix}/my-page/offer#${token}`, member });
}

async function press(name: string, inside: HTMLElement = document.body): Promise<void> {
  const button = await within(inside).findByRole('button', { name });
  await enabled(button);
  await userEvent.click(button);
}

// @proves 2.110 14.94 14.95
test('shows from whom and until when, and makes the passport the member’s', async () => {
  const { id, token } = await offerByLink();
  const { transfer } = await taro.get(id);
  const { at } = await openLink(token);
  expect(await screen.findByText('田*** would like to give you an annual passport')).toBeVisible();
  expect(screen.getByText(/^Answer by/)).toHaveTextContent(
    formatDate(offerEnd(transfer?.requested_at ?? '')),
  );
  await press('Accept');
  await waitFor(() => expect(at()).toBe(`/en/my-page/passports/${id}`));
  expect(await screen.findByText('A photo is missing')).toBeVisible();
});
