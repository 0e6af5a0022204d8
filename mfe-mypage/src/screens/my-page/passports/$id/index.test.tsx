import { rememberedReturnTo } from '@portal/kit/auth';
import { addDays, formatOrderNumber, type Passport, todayInJapan } from '@portal/kit/contract';
import { formatDate } from '@portal/kit/i18n';
import { startTestServer, type TestServer } from '@portal/kit/testing';
import {
  confirmAtProvider,
  enabled,
  openScreen,
  openScreenAs,
} from '@portal/kit/testing/open-screen';
import {
  actAsOperator,
  createPassportClient,
  giveDesign,
  seedPassportsFor,
} from '@portal/kit/testing/passports';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
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

/** The id of the unpaid one of a member's demo passports. */
async function unpaidPassport(call: Awaited<ReturnType<typeof callAs>>): Promise<string> {
  const { data } = await call('GET', '/passports');
  const passport = (data as Passport[]).find(
    ({ status_name }) => status_name?.code === 'payment_pending',
  );
  if (!passport) throw new Error('There is no unpaid passport');
  return passport.id;
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

  // @proves 4.31
  test('of an unconfirmed passport shows its range, also in Japanese', async () => {
    const { passport } = await openPassport('unpaid', { locale: 'ja' });
    const [from, until] = [passport.usage_start_date, passport.ext_expiration_date].map((date) =>
      formatDate(date),
    );
    expect(screen.getByText('利用期間').parentElement).toHaveTextContent(`${from}〜${until}`);
    expect(screen.getAllByText('お支払い待ち').length).toBeGreaterThan(0);
    expect(screen.getByText('利用者').parentElement).toHaveTextContent('山田 陽太 （お子さま）');
    expect(screen.getByText('窓口でお支払いください')).toBeVisible();
  });

  // @proves 13.76
  test('has an order number that can be read aloud', async () => {
    const { passport } = await openPassport('active');
    expect(screen.getByText(formatOrderNumber(passport.order_number ?? ''))).toBeVisible();
    expect(screen.queryByText(passport.id)).toBeNull();
  });

  test('of an expired passport offers no action', async () => {
    await openPassport('expired');
    expect(screen.queryByText('What you can do')).toBeNull();
    expect(screen.queryByRole('button', { name: /QR code/ })).toBeNull();
  });
});

describe('the QR code', () => {
  const code = () => screen.findByRole('button', { name: 'Show the code larger' });

  // @proves 14.81
  test('is fetched once and shown with the photo when the card is turned over', async () => {
    const { sent, passport } = await openPassport('active');
    const fetched = () => sent.filter(({ url }) => url.endsWith('/code')).map(({ url }) => url);
    expect(fetched()).toEqual([]);
    await press(/^Show the QR code/);
    expect(await code()).toBeVisible();
    expect(fetched()).toEqual([expect.stringContaining(`/passports/${passport.id}/code`)]);
    expect(screen.getByText(/^The code changes in \d+ s$/)).toBeVisible();
    expect(screen.queryByText(/clock is wrong/)).toBeNull();
    expect(screen.getByRole('img', { name: 'Photo of the holder' })).toHaveAttribute(
      'src',
      expect.stringContaining('/passports/photos/'),
    );
    await press(/^Back to the card/);
    expect(screen.queryByText(/^The code changes in/)).toBeNull();
  });

  // @proves 14.81
  test('is enlarged with the photo and the name of the holder', async () => {
    await openPassport('active');
    await press(/^Show the QR code/);
    await userEvent.click(await code());
    const large = within(await screen.findByRole('dialog', { name: 'QR code for the gate' }));
    expect(large.getByRole('img', { name: 'QR code for the gate' })).toBeVisible();
    expect(large.getByRole('img', { name: 'Photo of the holder' })).toBeVisible();
    expect(large.getByText('山田 花子')).toBeVisible();
  });

  // @proves 13.71
  test('gets the focus back when the enlarged one is closed', async () => {
    await openPassport('active');
    await press(/^Show the QR code/);
    await userEvent.click(await code());
    const large = await screen.findByRole('dialog', { name: 'QR code for the gate' });
    act(() => void large.dispatchEvent(new Event('cancel', { cancelable: true })));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await code()).toHaveFocus();
  });

  test('is shown with a warning when the device’s clock is wrong', async () => {
    await openPassport('active');
    const real = Date.now;
    jest.spyOn(Date, 'now').mockImplementation(() => real() + 3_600_000);
    try {
      await press(/^Show the QR code/);
      expect(await code()).toBeVisible();
      expect(await screen.findByText(/^Your device’s clock is wrong/)).toBeVisible();
    } finally {
      jest.restoreAllMocks();
    }
  });

  // @proves 14.32
  test('stays without a connection and says until when', async () => {
    let offline = false;
    await openPassport('active', {
      fetch: (request) =>
        offline ? Promise.reject(new TypeError('Failed to fetch')) : server.api.fetch(request),
    });
    await press(/^Show the QR code/);
    await code();
    offline = true;
    act(() => void window.dispatchEvent(new Event('online')));
    expect(
      await screen.findByText(/^No connection. The codes on this device keep working until/, {}),
    ).toBeVisible();
    expect(await code()).toBeVisible();
  });

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
        offerTo: (username: string) => client.offer(id, username),
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

    // @proves 14.64
    test('those of the device go when the passport opens no turnstile any more', async () => {
      const { offerTo, goOffline, goOnline } = await openCode();
      goOffline();
      pass(60 * 60_000);
      await waitFor(async () => expect(await drawn()).toBe(OWN), { timeout: 60_000 });
      const friend = await server.createMember(HANAKO);
      await offerTo(friend.email);
      await goOnline();
      expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
      expect(screen.queryByRole('img', { name: 'QR code for the gate' })).toBeNull();
    });

    // @proves 14.66
    test('the device makes them when it wakes after a sleep', async () => {
      const { goOffline } = await openCode();
      goOffline();
      pass(3 * 60 * 60_000, { asleep: true });
      await waitFor(async () => expect(await drawn()).toBe(OWN), { timeout: 60_000 });
    });
  });

  test('that cannot be fetched shows the error and a retry', async () => {
    let offline = true;
    await openPassport('active', {
      fetch: (request) =>
        offline && request.url.endsWith('/code')
          ? Promise.reject(new TypeError('Failed to fetch'))
          : server.api.fetch(request),
    });
    await press(/^Show the QR code/);
    const again = await screen.findByRole('button', { name: 'Try again' });
    offline = false;
    await userEvent.click(again);
    expect(await code()).toBeVisible();
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

  // @proves 14.93
  test('by a link is shown without the link later', async () => {
    await openPassport('unpaid', {
      before: async (passport, memberId) => {
        await paidAtCounter(passport);
        await (await callAs(server, memberId))('POST', `/passports/${passport.id}/transfer/link`);
      },
    });
    expect(await screen.findByText(/^The link was shown once/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Copy the link' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Withdraw the offer' })).toBeVisible();
  });

  test('to an unknown member shows the error under the field', async () => {
    await openPassport('unpaid', { before: paidAtCounter });
    await press(/^Transfer to another member/);
    await confirmAtProvider();
    await press('Next');
    expect(await screen.findByText(/^Enter/)).toBeVisible();
    await userEvent.type(screen.getByRole('textbox', { name: /^Member number/ }), '0000000000');
    await press('Next');
    expect(await screen.findByText(/^We could not find that member/)).toBeVisible();
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

  // @proves 14.404
  test('keeps what was typed when the dialog is left, and over Back and an ended session', async () => {
    const { router, passport } = await openPassport('unpaid', { before: paidAtCounter });
    await press(/^Transfer by a link/);
    await confirmAtProvider();
    await userEvent.type(await messageField(), 'See you');
    await press('Not now');
    await act(() => router.navigate('/en/my-page'));
    await screen.findByRole('heading', { level: 1, name: /^Hello/ });
    await act(() => router.navigate(`/en/my-page/passports/${passport.id}`));
    await press(/^Transfer by a link/);
    expect(await messageField()).toHaveValue('See you');
    // Drafts are what a tab keeps when its session has ended.
    expect(Object.keys(sessionStorage)).toContain('draft:gift');
    await userEvent.clear(await messageField());
    await userEvent.type(await messageField(), 'x'.repeat(201));
    await press('Create the link');
    expect(await messageField()).toHaveAccessibleDescription(/too long/);
    expect(await messageField()).toHaveValue('x'.repeat(201));
  });

  /** Opens the page of a passport that another member has offered. */
  async function openOffer(
    member: Parameters<TestServer['createMember']>[0] = HANAKO,
    locale: 'ja' | 'en' = 'en',
  ) {
    const giver = await server.createMember({ ...HANAKO, firstName: '太郎' });
    await seedPassportsFor(server, giver.id);
    const give = await callAs(server, giver.id);
    const id = await unpaidPassport(give);
    await actAsOperator(server, id, 'paid');
    const opened = await openScreenAs(server, {
      routes,
      path: locale === 'ja' ? '/my-page' : '/en/my-page',
      member,
      prepare: async (memberId) => {
        const { member_code } = await (await callAs(server, memberId))('GET', '/userinfo');
        await give('POST', `/passports/${id}/transfer`, { username: member_code });
      },
    });
    if (locale === 'ja') {
      await act(() => opened.router.navigate(`/my-page/passports/${id}`));
      return { ...opened, give, id };
    }
    await userEvent.click(await screen.findByRole('link', { name: /Being given/ }));
    await screen.findByText(/would like to give you an annual passport$/);
    return { ...opened, give, id };
  }

  // @proves 13.73
  test('is declined in a dialog that says so, in Japanese too', async () => {
    await openOffer(HANAKO, 'ja');
    await press('受け取らない');
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByRole('heading')).toHaveTextContent('辞退しますか');
  });

  // @proves 4.26
  test('is accepted, and the passport is the receiver’s', async () => {
    const { give, id } = await openOffer();
    await press('Accept');
    expect(await screen.findByText('What you can do')).toBeVisible();
    expect(screen.queryByText(/would like to give you/)).toBeNull();
    expect((await give('GET', `/passports/${id}`)).data).toMatchObject({ role: 'giver' });
    const gift = screen.getByText('Given by').parentElement;
    expect(gift).toHaveTextContent(/can take it back until .*, Japan time/);
    expect(screen.queryByRole('heading', { name: 'Receipt' })).toBeNull();
  });

  // @proves 4.27
  test('is declined, and the receiver no longer sees the passport', async () => {
    const { at, give, id } = await openOffer();
    await press('Decline');
    await press('Decline', await screen.findByRole('alertdialog'));
    await waitFor(() => expect(at()).toBe('/en/my-page'));
    expect(await screen.findByText('A whole year, as often as you like.')).toBeVisible();
    const { data } = await give('GET', `/passports/${id}`);
    expect(data).toMatchObject({ role: 'owner', transfer_status_name: { code: 'rejected' } });
  });

  // @proves 14.27 14.92
  test('without a complete profile names what is missing, and leads to the form and back', async () => {
    const { id } = await openOffer({ ...HANAKO, city: null, phone: null, phoneCountryCode: null });
    expect(await screen.findByText('Still missing: City and Phone number')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    await press('Accept');
    expect(await screen.findByRole('alert')).toHaveTextContent('Complete your profile first.');
    expect(screen.getByText('Still missing: City and Phone number')).toBeVisible();
    const link = screen.getByRole('link', { name: 'Complete your profile' });
    expect(link).toHaveAttribute('href', '/en/account/edit');
    await userEvent.click(link);
    expect(rememberedReturnTo()).toMatchObject({
      returnTo: `/en/my-page/passports/${id}`,
      en: 'Back to the passport',
    });
  });
});

describe('the actions', () => {
  // @proves 14.18
  test('cancel a passport before its start, after a confirmation', async () => {
    await openPassport('unpaid');
    await press(/^Cancel the passport/);
    await confirmAtProvider();
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog).toHaveTextContent('this cannot be undone');
    await press('Cancel the passport', dialog);
    expect((await screen.findAllByText('Cancelled')).length).toBeGreaterThan(0);
    expect(screen.queryByText('What you can do')).toBeNull();
  });

  // @proves 14.19
  // @proves 14.80
  test('order the physical card once the identity is confirmed, to an address that is shown', async () => {
    await openPassport('active');
    await press(/^Physical card/);
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText('It is sent to').parentElement).toHaveTextContent(
      /山田 花子.*100-0001/,
    );
    expect(within(dialog).getByText('Price').parentElement).toHaveTextContent('Free of charge');
    const arrival = formatDate(addDays(todayInJapan(new Date()), 14));
    expect(within(dialog).getByText('Arrival').parentElement).toHaveTextContent(arrival);
    expect(within(dialog).getByRole('link', { name: 'Change the address' })).toHaveAttribute(
      'href',
      '/en/account/edit',
    );
    await press('Order', dialog);
    expect(await screen.findByText(/^Issued on/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Physical card/ })).toBeNull();
  });

  test('explain how to confirm the identity before a card can be ordered', async () => {
    await openPassport('unpaid', { before: paidAtCounter });
    await press(/^Physical card/);
    expect(await screen.findByText(/^Your identity has to be confirmed first/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Order' })).toBeNull();
  });

  test('change the design', async () => {
    const { passport, id } = await openPassport('unpaid');
    await press(/^Change the design/);
    await userEvent.click(await screen.findByRole('radio', { name: 'Night sky' }));
    await press('Save');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    const { data } = await (await callAs(server, id))('GET', `/passports/${passport.id}`);
    expect(data.design_id).toBe('night');
  });

  // @proves 16.69
  test("show the brand's own picture of a design, and the waves where it is missing", async () => {
    await openPassport('active', { before: ({ id }) => giveDesign(server, id, 'river') });
    const picture = await waitFor(() => {
      const found = document.querySelector('img[src$="/passports/designs/river"]');
      if (!found) throw new Error('There is no picture');
      return found;
    });
    expect(picture).toHaveAttribute('alt', '');
    fireEvent.error(picture);
    await waitFor(() => expect(picture).not.toBeInTheDocument());
    await waitFor(() =>
      expect(document.querySelector('img[src^="data:image/svg+xml"]')).toBeInTheDocument(),
    );
  });

  test('show the server’s refusal in the dialog', async () => {
    const { passport, id } = await openPassport('unpaid');
    await press(/^Cancel the passport/);
    await confirmAtProvider();
    // Meanwhile it is cancelled on another device.
    await (await callAs(server, id))('DELETE', `/passports/${passport.id}`);
    await press('Cancel the passport', await screen.findByRole('alertdialog'));
    expect(await screen.findByText(/^This passport has been cancelled/)).toBeVisible();
  });
});

/** Opens, from the home, the page of a passport that the member has given to a friend. */
async function openGiven(locale: 'ja' | 'en' = 'en') {
  const friend = await createPassportClient(server, { lastName: '田中' });
  let id = '';
  const opened = await openScreenAs(server, {
    routes,
    path: locale === 'ja' ? '/my-page' : '/en/my-page',
    member: HANAKO,
    async prepare(memberId) {
      await seedPassportsFor(server, memberId);
      const call = await callAs(server, memberId);
      id = await unpaidPassport(call);
      await actAsOperator(server, id, 'paid');
      await call('POST', `/passports/${id}/transfer`, { username: friend.code });
      await friend.answer(id, 'accepted');
    },
  });
  const prefix = locale === 'ja' ? '' : '/en';
  await act(() => opened.router.navigate(`${prefix}/my-page/passports/${id}`));
  return { ...opened, friend, id };
}

describe('a passport that the member gave away', () => {
  // @proves 14.453 14.455 14.456
  test('says to whom and until when it can be taken back, and comes back by a button', async () => {
    const { friend, id } = await openGiven();
    expect(await screen.findByText('You gave this passport to 田***')).toBeVisible();
    expect(screen.getByText(/You can take it back until .* \(Japan time\)\./)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Receipt' })).toBeVisible();
    await press('Take it back');
    const dialog = await screen.findByRole('alertdialog');
    await press('Take it back', dialog);
    expect(await screen.findByText('What you can do')).toBeVisible();
    expect(screen.queryByText(/You gave this passport/)).toBeNull();
    await expect(friend.get(id)).resolves.toBeUndefined();
  });

  // @proves 14.405
  test('says so in Japanese', async () => {
    await openGiven('ja');
    expect(await screen.findByText('田*** 様にお渡ししました')).toBeVisible();
  });

  // @proves 14.405
  test('by a link says so too, to who has not paid for it and can take it back no more', async () => {
    server.clock.set(new Date(Date.now() - 4 * 24 * 60 * 60 * 1000));
    const payer = await createPassportClient(server);
    const giver = await createPassportClient(server);
    const friend = await createPassportClient(server, { lastName: '田中' });
    const { id } = await payer.buyPaid();
    await payer.offer(id, giver.code);
    await giver.answer(id, 'accepted');
    const { token } = (await giver.call('POST', `/passports/${id}/transfer/link`)).body;
    await friend.call('POST', '/passport-offers/answer', { token, status: 'accepted' });
    const givenAt = server.clock.now();
    server.clock.set(new Date());
    const { accessToken } = await server.signInAs(giver.id);
    const path = `/en/my-page/passports/${id}`;
    await openScreen({ routes, path, accessToken, fetch: server.api.fetch });
    expect(await screen.findByText('You gave this passport to 田***')).toBeVisible();
    expect(screen.getByText(/^It has been theirs since/)).toHaveTextContent(formatDate(givenAt));
    expect(screen.queryByRole('button', { name: 'Take it back' })).toBeNull();
  });

  // @proves 14.457
  test('is returned by who got it, under its own name', async () => {
    const friend = await createPassportClient(server, { lastName: '田中' });
    const { id } = await friend.buyPaid({ usage_start_date: addDays(todayInJapan(new Date()), 9) });
    const { at, router } = await openScreenAs(server, {
      routes,
      path: '/en/my-page',
      member: HANAKO,
      async prepare(memberId) {
        const call = await callAs(server, memberId);
        await friend.offer(id, (await call('GET', '/userinfo')).member_code);
        await call('PUT', `/passports/${id}/transfer`, { status: 'accepted' });
      },
    });
    await act(() => router.navigate(`/en/my-page/passports/${id}`));
    await press(/^Return the passport/);
    await confirmAtProvider();
    await press('Return the passport', await screen.findByRole('alertdialog'));
    await waitFor(() => expect(at()).toBe('/en/my-page'));
    expect(await friend.get(id)).toMatchObject({ role: 'owner', gift: null });
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

// @proves 7.8
test.each([
  ['another member’s passport', 'theirs'],
  ['an unknown passport', '00000000-0000-4000-8000-000000000000'],
])('%s leads to /404', async (_name, which) => {
  const other = await server.createMember(HANAKO);
  await seedPassportsFor(server, other.id);
  const { data } = await (await callAs(server, other.id))('GET', '/passports');
  const id = which === 'theirs' ? (data as Passport[])[0]?.id : which;
  const { at } = await openScreenAs(server, {
    routes,
    path: `/en/my-page/passports/${id}`,
    member: HANAKO,
  });
  await waitFor(() => expect(at()).toBe('/en/404'));
});
