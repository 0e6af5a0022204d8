import { formatOrderNumber, type Passport, todayInJapan } from '@portal/kit/contract';
import { formatDate } from '@portal/kit/i18n';
import { startTestServer, type TestServer } from '@portal/kit/testing';
import { confirmAtProvider, enabled, openScreenAs } from '@portal/kit/testing/open-screen';
import {
  actAsOperator,
  checkAtTurnstile,
  createPassportClient,
  seedPassportsFor,
} from '@portal/kit/testing/passports';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as routes from '../../../../routes.ts';
import { callAs, HANAKO } from '../../../../testing/members.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { callsPerMinute: 100_000 } });
});
// The server's clock agrees with the device's.
beforeEach(() => server.clock.set(new Date()));
afterAll(() => server.close());

type Which = 'active' | 'unpaid' | 'expired';
const STATUS = { active: 'active', unpaid: 'payment_pending', expired: 'expired' } as const;

/** Opens the page of one of the demo passports as their owner. */
async function openPassport(
  which: Which,
  {
    locale = 'en',
    fetch = server.api.fetch,
    before,
  }: {
    locale?: 'ja' | 'en';
    fetch?: (request: Request) => Promise<Response>;
    before?: (passport: Passport, memberId: string) => Promise<unknown>;
  } = {},
) {
  let passport: Passport | undefined;
  const opened = await openScreenAs(server, {
    routes,
    path: locale === 'ja' ? '/my-page' : '/en/my-page',
    member: HANAKO,
    fetch,
    async prepare(memberId) {
      await seedPassportsFor(server, memberId);
      const { data } = await (await callAs(server, memberId))('GET', '/passports');
      passport = (data as Passport[]).find(
        ({ status_name }) => status_name?.code === STATUS[which],
      );
      if (passport) await before?.(passport, memberId);
    },
  });
  if (!passport) throw new Error(`There is no passport ${which}`);
  const prefix = locale === 'ja' ? '' : '/en';
  await act(() => opened.router.navigate(`${prefix}/my-page/passports/${passport?.id}`));
  await screen.findByRole('heading', { level: 2, name: /Details|詳細/ });
  return { ...opened, passport };
}

/** Presses a button, once it is enabled again 600 ms after the last request. */
async function press(name: string | RegExp, within_: HTMLElement = document.body): Promise<void> {
  const button = await within(within_).findByRole('button', { name });
  await enabled(button);
  await userEvent.click(button);
}

const paidAtCounter = (passport: Passport) => actAsOperator(server, passport.id, 'paid');

describe('the card', () => {
  // @proves 4.31
  test('of a confirmed passport shows only its last day', async () => {
    const { passport } = await openPassport('active');
    const until = formatDate(passport.ext_expiration_date);
    expect(screen.getAllByText(/^Valid until/)[0]).toHaveTextContent(`Valid until ${until}`);
    expect(screen.getAllByText('Active').length).toBeGreaterThan(0);
    expect(screen.queryByText(new RegExp(formatDate(passport.usage_start_date)))).toBeNull();
  });
});

// @proves 14.703
test('a visit is a stamp with its day, and a line of the list', async () => {
  await openPassport('active', {
    async before({ id }, memberId) {
      const { call } = await createPassportClient(server, {}, memberId);
      const [code] = (await call('GET', `/passports/${id}/code`)).body.data.codes;
      expect(await checkAtTurnstile(server, code.text)).toBe('valid');
    },
  });
  await userEvent.click(await screen.findByText('1 visit in 90 days'));
  const visits = within(screen.getByRole('region', { name: 'Visits' }));
  const [, month, day] = todayInJapan(server.clock.now()).split('-');
  expect(visits.getByText(`${month}.${day}`)).toBeVisible();
  expect(visits.getByRole('listitem')).toHaveTextContent(/North$/);
});

describe('the QR code', () => {
  const code = () => screen.findByRole('img', { name: 'QR code for the gate' });

  describe('beyond the codes that were fetched', () => {
    /** Lets both clocks of the device go on, as if the time had passed. */
    function pass(ms: number, { asleep = false } = {}): void {
      const [device, monotonic] = [Date.now, performance.now.bind(performance)];
      jest.spyOn(Date, 'now').mockImplementation(() => device() + ms);
      if (!asleep) jest.spyOn(performance, 'now').mockImplementation(() => monotonic() + ms);
      server.clock.advance(ms);
    }
    afterEach(() => jest.restoreAllMocks());
    const drawn = async () =>
      (await screen.findAllByRole('img', { name: 'QR code for the gate' }))[0]?.getAttribute(
        'viewBox',
      );
    const [FETCHED, OWN] = ['0 0 53 53', '0 0 65 65'];

    async function openCode() {
      let isOffline = false;
      let hasGrant = false;
      let owner = '';
      const { router } = await openPassport('active', {
        async before(_, memberId) {
          owner = memberId;
        },
        async fetch(request) {
          if (isOffline) throw new TypeError('Failed to fetch');
          const answer = await server.api.fetch(request);
          if (request.url.endsWith('/turnstile-grant')) hasGrant = true;
          return answer;
        },
      });
      // One that can be given away.
      const client = await createPassportClient(server, {}, owner);
      const { id, order_number } = await client.buyPaid();
      await act(() => router.navigate(`/en/my-page/passports/${id}`));
      await screen.findByText(formatOrderNumber(order_number ?? ''));
      await press(/^Show the QR code/);
      await code();
      // Its days are those of the server's clock, which the tests advance from here.
      await waitFor(() => expect(hasGrant).toBe(true));
      return {
        goOffline: () => {
          isOffline = true;
        },
        async goOnline() {
          await server.renewSessions(owner);
          isOffline = false;
          act(() => void window.dispatchEvent(new Event('online')));
        },
      };
    }

    // @proves 14.64 14.183
    test('the device makes its own, until the end of tomorrow', async () => {
      const { goOffline, goOnline } = await openCode();
      const tomorrow = todayInJapan(new Date(server.clock.now().getTime() + 24 * 60 * 60_000));
      expect(await drawn()).toBe(FETCHED);
      goOffline();
      pass(60 * 60_000);
      await waitFor(async () => expect(await drawn()).toBe(OWN), { timeout: 60_000 });
      const notice = await screen.findByText(/^No connection. The codes on this device keep/);
      expect(notice).toHaveTextContent(/until \w{3} \d+ \w{3} \d{4}, 11:59\sPM\.$/);
      expect(notice).toHaveTextContent(formatDate(tomorrow));
      await goOnline();
      await waitFor(async () => expect(await drawn()).toBe(FETCHED), { timeout: 60_000 });
    });
  });
});

describe('a transfer', () => {
  async function offerTo(username: string): Promise<void> {
    await press(/^Transfer to another member/);
    await confirmAtProvider();
    await userEvent.type(await screen.findByRole('textbox', { name: /^Member number/ }), username);
    await press('Next');
  }

  // @proves 4.25 4.28 13.71 13.73 14.406
  test('is offered and withdrawn', async () => {
    const friend = await server.createMember({ ...HANAKO, firstName: '太郎' });
    await openPassport('unpaid', { before: paidAtCounter });
    await offerTo(friend.email);
    expect(await screen.findByText(/Until they answer/)).toBeVisible();
    expect(screen.getByRole('alertdialog')).toHaveTextContent(`You entered: ${friend.email}`);
    await press('Offer');
    expect(await screen.findByText(/^You have offered this passport to/)).toBeVisible();
    const withdrawal = screen.getByRole('button', { name: 'Withdraw the offer' });
    await waitFor(() => expect(withdrawal).toHaveFocus());
    const last = new Date(server.clock.now().getTime() + 14 * 24 * 60 * 60 * 1000);
    const end = screen.getByText(/If nobody answers, the offer ends by itself/);
    expect(end).toHaveTextContent(`on ${formatDate(last)}`);
    expect(screen.getAllByText('Being given').length).toBeGreaterThan(0);
    expect(screen.queryByText('What you can do')).toBeNull();

    expect(screen.queryByRole('alertdialog')).toBeNull();
    await press('Withdraw the offer');
    expect(await screen.findByText('What you can do')).toBeVisible();
    expect(screen.queryByText(/^You have offered/)).toBeNull();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  // @proves 13.71 14.93 14.98 14.407
  test('is offered by a link, which is copied, shown as a QR code, and withdrawn by one tap', async () => {
    await openPassport('unpaid', { before: paidAtCounter });
    const clicks = userEvent.setup();
    const copied = jest.spyOn(navigator.clipboard, 'writeText');
    await press(/^Transfer by a link/);
    await confirmAtProvider();
    await press('Create the link', await screen.findByRole('alertdialog'));
    expect(await screen.findByText('You have offered this passport by a link')).toBeVisible();
    expect(screen.queryByRole('img', { name: 'Note' })).toBeNull();
    expect(screen.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
    const copy = screen.getByRole('button', { name: 'Copy the link' });
    await waitFor(() => expect(copy).toHaveFocus());
    await clicks.click(copy);
    const link = screen.getByText(/\/my-page\/offer#[\w-]{43}$/).textContent;
    expect(copied).toHaveBeenCalledWith(link);

    await press('Withdraw the offer');
    expect(await screen.findByText('What you can do')).toBeVisible();
    expect(screen.queryByText(/^You have offered/)).toBeNull();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  const nameField = () => screen.findByRole('textbox', { name: /^Your name for the receiver/ });
  const messageField = () => screen.findByRole('textbox', { name: /^Message/ });

  // @proves 14.400 14.404
  test('has the giver’s own name and a message, which are shown before it is offered', async () => {
    const friend = await server.createMember({ ...HANAKO, firstName: '太郎' });
    const { passport } = await openPassport('unpaid', { before: paidAtCounter });
    await press(/^Transfer to another member/);
    await confirmAtProvider();
    expect(await nameField()).toHaveValue('山田 花子');
    await userEvent.type(screen.getByRole('textbox', { name: /^Member number/ }), friend.email);
    await userEvent.clear(await nameField());
    await userEvent.type(await messageField(), 'Hello{enter}you');
    await press('Next');
    expect(await nameField()).toHaveAccessibleDescription(/Fill this in\./);
    await waitFor(async () => expect(await nameField()).toHaveFocus());
    await userEvent.type(await nameField(), 'Hana');
    await press('Next');
    const dialog = screen.getByRole('alertdialog');
    await within(dialog).findByText('From Hana');
    expect(dialog.querySelector('blockquote')?.textContent).toBe('Hello\nyou');
    await press('Back');
    expect(await messageField()).toHaveValue('Hello\nyou');
    await press('Next');
    await press('Offer');
    await screen.findByText(/^You have offered this passport to/);
    const receiver = await callAs(server, friend.id);
    const { transfer } = (await receiver('GET', `/passports/${passport.id}`)).data as Passport;
    expect(transfer).toMatchObject({ giver_name: 'Hana', message: 'Hello\nyou' });

    // It is withdrawn by mistake, and given again by a link.
    await press('Withdraw the offer');
    await press(/^Transfer by a link/);
    await confirmAtProvider();
    expect(await nameField()).toHaveValue('Hana');
    expect(await messageField()).toHaveValue('Hello\nyou');
  });
});

// @proves 6.8
test('a passport that the member declined leads to /404', async () => {
  const friend = await createPassportClient(server);
  const { id } = await friend.buyPaid();
  const { at, router } = await openScreenAs(server, {
    routes,
    path: '/en/my-page',
    member: HANAKO,
    async prepare(memberId) {
      const call = await callAs(server, memberId);
      const { member_code } = await call('GET', '/userinfo');
      await friend.offer(id, member_code);
      await call('PUT', `/passports/${id}/transfer`, { status: 'rejected' });
    },
  });
  await act(() => router.navigate(`/en/my-page/passports/${id}`));
  await waitFor(() => expect(at()).toBe('/en/404'));
});
