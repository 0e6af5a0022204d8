import {
  addDays,
  formatCalendarDate,
  formatOrderNumber,
  lastDayOf,
  type Passport,
  todayInJapan,
} from '@portal/kit/contract';
import { createTestClock, startTestServer, type TestServer } from '@portal/kit/testing';
import { openScreenAs } from '@portal/kit/testing/open-screen';
import { photoFile } from '@portal/kit/testing/passports';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as routes from '../../../../routes.ts';
import { callAs, HANAKO } from '../../../../testing/members.ts';
import { heading, press } from '../../../../testing/purchase.ts';
import { purchaseFlow } from './flow.ts';

const PURCHASE = '/en/my-page/passports/purchase';
const API = 'http://localhost:4302';
const DAY_MS = 24 * 60 * 60 * 1000;

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ clock: createTestClock(new Date()) });
});
afterEach(() => server.close());

async function open({
  path = PURCHASE,
  member = HANAKO as Parameters<TestServer['createMember']>[0],
  fetch = server.api.fetch,
} = {}) {
  const opened = await openScreenAs(server, { routes, path, member, fetch });
  return {
    ...opened,
    passports: async () =>
      (await (await callAs(server, opened.id))('GET', '/passports')).data as Passport[],
    /** Leaves the purchase and opens an address; session storage is kept. */
    async leaveAndOpen(to: string) {
      await act(() => opened.router.navigate('/nowhere'));
      await act(() => opened.router.navigate(to));
    },
    /** Uploads a photo like the cropper does; jsdom has no canvas. */
    async addPhoto() {
      const [method, url] = ['POST', `${API}/passports/photos`];
      const answer = await server.api.fetch(
        new Request(url, {
          method,
          headers: { ...opened.session.headers({ method, url }), 'content-type': 'image/jpeg' },
          body: new Uint8Array(await photoFile()),
        }),
      );
      const { data } = await answer.json();
      purchaseFlow.send({ type: 'photoUploaded', photo: data });
    },
  };
}

/** Chooses the first day (YYYY-MM-DD) in the calendar, as far away as needed. */
async function chooseStart(date: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: /^Start date/ }));
  const dialog = within(await screen.findByRole('dialog'));
  const day = () => dialog.queryByRole('button', { name: formatCalendarDate(date, 'en') });
  while (!day()) await userEvent.click(dialog.getByRole('button', { name: 'Next month' }));
  await userEvent.click(day() as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

const today = () => todayInJapan(new Date());

/** Completes all steps but the last, for the member. */
async function completeUntilCheck(
  opened: Awaited<ReturnType<typeof open>>,
  start = today(),
): Promise<void> {
  if (start !== today()) await chooseStart(start);
  await press('Next');
  await heading('Choose a design');
  await userEvent.click(await screen.findByRole('radio', { name: 'Waves' }));
  await press('Next');
  await heading('Add a photo');
  await opened.addPhoto();
  await opened.leaveAndOpen(`${PURCHASE}?step=check`);
  await heading('Check and pay');
}

// @proves 14.2 14.728 14.729
test('buys a passport to pay at the counter', async () => {
  const opened = await open();
  await completeUntilCheck(opened);
  expect(screen.getByRole('radio', { name: /^By card/ })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: /^At the counter/ }));
  await press(/^Buy for/);
  await waitFor(() => expect(opened.at()).toMatch(/\/en\/my-page\/passports\/[^/]+\?bought=1$/));
  expect(await heading('We have your order')).toBeVisible();
  expect(screen.getByText('¥9,800 (tax included)')).toBeVisible();
  expect(screen.getByText(/at the counter\. The passport can be used after that/)).toBeVisible();
  expect(screen.getByText(/can be paid for until/)).toBeVisible();
  const passports = await opened.passports();
  const number = formatOrderNumber(passports[0]?.order_number ?? '');
  expect(screen.getByText(number)).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Details' })).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'See the details' }));
  expect(await screen.findByRole('heading', { name: 'Details' })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  expect(passports).toMatchObject([
    { design_id: 'waves', usage_start_date: today(), payment_type_name: { code: 'counter' } },
  ]);

  await opened.leaveAndOpen(`${PURCHASE}?step=check`);
  expect(await heading('Buy a passport')).toBeVisible();
});

// @proves 14.723
test('the last page says what is ordered, when and how to pay, how long it holds and how to cancel', async () => {
  const start = addDays(today(), 30);
  const [from, until] = [start, lastDayOf(start, 12)].map((day) => formatCalendarDate(day, 'en'));
  const opened = await open();
  await completeUntilCheck(opened, start);
  const row = within(screen.getByText('山田 花子').closest('li') as HTMLElement);
  for (const part of ['Adult', 'Waves', '¥9,800']) expect(row.getByText(part)).toBeVisible();
  expect(row.getByText(/–/)).toHaveTextContent(`${from} – ${until}`);
  const total = screen.getByText('Total (1 passport)').parentElement;
  expect(total).toHaveTextContent('¥9,800 (tax included)');
  expect(screen.getByText('Consumption tax (10%)').parentElement).toHaveTextContent('¥890');
  expect(screen.getByRole('radio', { name: /^By card.*You pay now/ })).toBeVisible();
  expect(screen.getByRole('radio', { name: /^At the counter/ })).toHaveAccessibleName(
    expect.stringContaining(`You pay when you come, by ${until}.`),
  );
  expect(screen.getByText(/under “What you can do”: before the payment/)).toBeVisible();
});

// @proves 14.480
test('buys a passport for another adult, whose name and address stay over an error', async () => {
  const own = 'hanako-buys@example.com';
  const opened = await open({ member: { ...HANAKO, email: own } });
  await userEvent.click(await screen.findByRole('radio', { name: /^Another adult/ }));
  await press('Next');
  expect(await screen.findByRole('link', { name: 'Enter an email address.' })).toBeVisible();
  const email = () => screen.getByRole('textbox', { name: /^Their email address/ });
  await userEvent.type(screen.getByRole('textbox', { name: /^Last name/ }), '田中');
  await userEvent.type(screen.getByRole('textbox', { name: /^First name/ }), '太郎');
  await userEvent.type(email(), own);
  await press('Next');
  await heading('Choose a design');
  await userEvent.click(await screen.findByRole('radio', { name: 'Waves' }));
  await press('Next');
  await heading('Check and pay');
  await userEvent.click(await screen.findByRole('radio', { name: /^At the counter/ }));
  await press(/^Buy for/);
  expect(
    await screen.findByRole('link', { name: /^This is your own email address/ }),
  ).toBeVisible();
  expect(screen.getByRole('textbox', { name: /^Last name/ })).toHaveValue('田中');
  await userEvent.clear(email());
  await userEvent.type(email(), 'taro@example.com');
  expect(email()).toBeValid();
  await press('Next');
  await heading('Choose a design');
  await press('Next');
  await heading('Check and pay');
  expect(screen.getByText(/we invite taro@example\.com to accept it/)).toBeVisible();
  expect(screen.getByText(/can be cancelled until they accept it/)).toBeVisible();
  await press(/^Buy for/);
  expect(await heading('We have your order')).toBeVisible();
  expect(screen.getByText(/we send 田中 太郎 an invitation/)).toBeVisible();
  expect(screen.queryByText(/add a photo/i)).toBeNull();
  expect(await opened.passports()).toMatchObject([{ holder: { kind: 'adult' }, photo: null }]);
});

// @proves 13.74 14.184
test.each([
  [0, 'It starts today, so it can no longer be cancelled once it is paid.'],
  [1, 'You can cancel until the day before the start date.'],
])('with a start in %i days the page says: %s', async (days, rule) => {
  const opened = await open();
  await completeUntilCheck(opened, todayInJapan(new Date(Date.now() + days * DAY_MS)));
  const said = await screen.findByText(rule);
  expect(said).toBeVisible();
  const buy = screen.getByRole('button', { name: /^Pay/ });
  expect(said.compareDocumentPosition(buy)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

describe('a purchase whose answer did not arrive', () => {
  // @proves 14.4
  test('is sent again and made once', async () => {
    let lost = true;
    const opened = await open({
      fetch: async (request) => {
        const answer = await server.api.fetch(request);
        if (!lost || request.method !== 'POST' || !request.url.endsWith('/passports'))
          return answer;
        throw new TypeError('Failed to fetch');
      },
    });
    await completeUntilCheck(opened);
    await userEvent.click(await screen.findByRole('radio', { name: /^At the counter/ }));
    await press(/^Buy for/);
    expect(
      await screen.findByText('We do not know yet whether your purchase went through'),
    ).toBeVisible();
    // The order may have been made, so no other step opens, not even the first.
    await opened.leaveAndOpen(PURCHASE);
    expect(await heading('Check and pay')).toBeVisible();
    expect(opened.at()).toBe(`${PURCHASE}?step=check`);
    lost = false;
    await press('Send again');
    expect(await heading('We have your order')).toBeVisible();
    expect(await opened.passports()).toHaveLength(1);
  });
});
