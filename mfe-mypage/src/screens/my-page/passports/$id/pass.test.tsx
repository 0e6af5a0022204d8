import { openScreenAs } from '@portal/delivery/dev/testing';
import { createTestClock, startTestServer, type TestServer } from '@portal/server/testing';
import { atCounter, givePasses } from '@portal/server/testing/passes';
import type { Passport } from '@portal/shared-contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as routes from '../../../../routes.ts';
import { callAs, HANAKO } from '../../../../testing/members.ts';

const PATIENT = { timeout: 10_000 };
jest.setTimeout(60_000);

let server: TestServer;
beforeEach(async () => {
  // The device's clock is right unless a test says otherwise.
  server = await startTestServer({ clock: createTestClock(new Date()) });
}, 60_000);
afterEach(() => server.close());

type Which = 'in use' | 'to be paid' | 'ended';
const STATUS = { 'in use': 'active', 'to be paid': 'payment_pending', ended: 'expired' } as const;

/** A member with the demo passes, on one of them. */
async function openPass(
  which: Which,
  {
    locale = 'en',
    fetch = server.api.fetch,
    before,
  }: {
    locale?: 'ja' | 'en';
    fetch?: (request: Request) => Promise<Response>;
    before?: (pass: Passport, memberId: string) => Promise<unknown>;
  } = {},
) {
  let pass: Passport | undefined;
  const opened = await openScreenAs(server, {
    routes,
    path: locale === 'ja' ? '/my-page' : '/en/my-page',
    member: HANAKO,
    fetch,
    async prepare(memberId) {
      await givePasses(server, memberId);
      const { data } = await (await callAs(server, memberId))('GET', '/passports');
      pass = (data as Passport[]).find(({ status_name }) => status_name?.code === STATUS[which]);
      if (pass) await before?.(pass, memberId);
    },
  });
  if (!pass) throw new Error(`There is no pass ${which}`);
  const prefix = locale === 'ja' ? '' : '/en';
  await act(() => opened.router.navigate(`${prefix}/my-page/passports/${pass?.id}`));
  await screen.findByRole('heading', { level: 2, name: /Details|詳細/ }, PATIENT);
  return { ...opened, pass };
}

/** Once the 600 ms after the last request (spec §4) are over. */
async function press(name: string | RegExp, within_: HTMLElement = document.body): Promise<void> {
  const button = await within(within_).findByRole('button', { name }, PATIENT);
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'), PATIENT);
  await userEvent.click(button);
}

const paidAtCounter = (pass: Passport) => atCounter(server, pass.id, 'paid');

describe('the card', () => {
  test('of a confirmed pass shows only until when it is valid', async () => {
    const { pass } = await openPass('in use');
    const until = pass.ext_expiration_date.replaceAll('-', '.');
    expect(screen.getAllByText(/^Valid until/)[0]).toHaveTextContent(`Valid until ${until}`);
    expect(screen.getAllByText('Active').length).toBeGreaterThan(0);
    expect(screen.queryByText(new RegExp(pass.usage_start_date.replaceAll('-', '.')))).toBeNull();
  });

  test('of one not confirmed shows the range, in Japanese too', async () => {
    const { pass } = await openPass('to be paid', { locale: 'ja' });
    const [from, until] = [pass.usage_start_date, pass.ext_expiration_date].map((date) =>
      date.replaceAll('-', '.'),
    );
    expect(screen.getByText('利用期間').parentElement).toHaveTextContent(`${from} 〜 ${until}`);
    expect(screen.getAllByText('お支払い待ち').length).toBeGreaterThan(0);
    expect(screen.getByText('利用者').parentElement).toHaveTextContent('山田 陽太 （お子さま）');
    expect(screen.getByText('窓口でお支払いください')).toBeVisible();
  });

  test('of one that has ended offers nothing', async () => {
    await openPass('ended');
    expect(screen.queryByText('What you can do')).toBeNull();
    expect(screen.queryByRole('button', { name: /QR code/ })).toBeNull();
  });
});

describe('the code', () => {
  const code = () => screen.findByRole('button', { name: 'Show the code larger' }, PATIENT);

  test('shows when the card is turned over, and goes with it', async () => {
    const { sent, pass } = await openPass('in use');
    expect(sent.some(({ url }) => url.endsWith('/code'))).toBe(false);
    await press(/^Show the QR code/);
    expect(await code()).toBeVisible();
    expect(sent.some(({ url }) => url.endsWith(`/passports/${pass.id}/code`))).toBe(true);
    expect(screen.getByText(/^The code changes in \d+ s$/)).toBeVisible();
    expect(screen.queryByText(/clock is wrong/)).toBeNull();
    await press(/^Back to the card/);
    expect(screen.queryByText(/^The code changes in/)).toBeNull();
  });

  test('is right although the device’s clock is wrong, and says so', async () => {
    await openPass('in use');
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

  test('stays without a connection, and says until when', async () => {
    let offline = false;
    await openPass('in use', {
      fetch: (request) =>
        offline ? Promise.reject(new TypeError('Failed to fetch')) : server.api.fetch(request),
    });
    await press(/^Show the QR code/);
    await code();
    offline = true;
    act(() => void window.dispatchEvent(new Event('online')));
    expect(
      await screen.findByText(
        /^No connection. The codes on this device keep working until/,
        {},
        PATIENT,
      ),
    ).toBeVisible();
    expect(await code()).toBeVisible();
  });

  test('that cannot be fetched says why, and comes by trying again', async () => {
    let offline = true;
    await openPass('in use', {
      fetch: (request) =>
        offline && request.url.endsWith('/code')
          ? Promise.reject(new TypeError('Failed to fetch'))
          : server.api.fetch(request),
    });
    await press(/^Show the QR code/);
    const again = await screen.findByRole('button', { name: 'Try again' }, PATIENT);
    offline = false;
    await userEvent.click(again);
    expect(await code()).toBeVisible();
  });
});

describe('a transfer', () => {
  async function offerTo(username: string): Promise<void> {
    await press(/^Transfer to another member/);
    await userEvent.type(await screen.findByRole('textbox', { name: /^Member number/ }), username);
    await press('Next');
  }

  test('is offered, and taken back', async () => {
    const friend = await server.createMember({ ...HANAKO, firstName: '太郎' });
    await openPass('to be paid', { before: paidAtCounter });
    await offerTo(friend.email);
    expect(await screen.findByText(/Until they answer/, {}, PATIENT)).toBeVisible();
    await press('Offer');
    expect(
      await screen.findByText(/^You have offered this passport to/, {}, PATIENT),
    ).toBeVisible();
    expect(screen.getAllByText('Being transferred').length).toBeGreaterThan(0);
    expect(screen.queryByText('What you can do')).toBeNull();

    await press('Take the offer back');
    await press('Take it back');
    expect(await screen.findByText('What you can do', {}, PATIENT)).toBeVisible();
    expect(screen.queryByText(/^You have offered/)).toBeNull();
  });

  test('to nobody is refused under the field', async () => {
    await openPass('to be paid', { before: paidAtCounter });
    await press(/^Transfer to another member/);
    await press('Next');
    expect(await screen.findByText(/^Please enter/)).toBeVisible();
    await userEvent.type(screen.getByRole('textbox', { name: /^Member number/ }), '0000000000');
    await press('Next');
    expect(await screen.findByText(/^We could not find that member/, {}, PATIENT)).toBeVisible();
  });

  /** The other side: a member who has been offered somebody's pass. */
  async function openOffer(member: Parameters<TestServer['createMember']>[0] = HANAKO) {
    const giver = await server.createMember({ ...HANAKO, firstName: '太郎' });
    await givePasses(server, giver.id);
    const give = await callAs(server, giver.id);
    const { data } = await give('GET', '/passports');
    const pass = (data as Passport[]).find(
      ({ status_name }) => status_name?.code === 'payment_pending',
    );
    if (!pass) throw new Error('There is no pass to give');
    await atCounter(server, pass.id, 'paid');
    const opened = await openScreenAs(server, {
      routes,
      path: '/en/my-page',
      member,
      prepare: async (memberId) => {
        const { member_code } = await (await callAs(server, memberId))('GET', '/userinfo');
        await give('POST', `/passports/${pass.id}/transfer`, { username: member_code });
      },
    });
    await userEvent.click(await screen.findByRole('link', { name: /Being transferred/ }, PATIENT));
    await screen.findByText(/would like to give you this passport$/, {}, PATIENT);
    return { ...opened, give, pass };
  }

  test('is accepted by the other side, and the pass is theirs', async () => {
    const { give, pass } = await openOffer();
    await press('Accept');
    expect(await screen.findByText('What you can do', {}, PATIENT)).toBeVisible();
    expect(screen.queryByText(/would like to give you/)).toBeNull();
    await expect(give('GET', `/passports/${pass.id}`)).rejects.toThrow('ap_passport');
  });

  test('is declined, and the pass is gone from their sight', async () => {
    const { at, give, pass } = await openOffer();
    await press('Decline');
    await press('Decline', await screen.findByRole('alertdialog'));
    await waitFor(() => expect(at()).toBe('/en/my-page'), PATIENT);
    expect(await screen.findByText('You have no passport yet', {}, PATIENT)).toBeVisible();
    const { data } = await give('GET', `/passports/${pass.id}`);
    expect(data).toMatchObject({ role: 'owner', transfer_status_name: { code: 'rejected' } });
  });

  test('cannot be accepted without a complete profile; the way leads there', async () => {
    await openOffer({ ...HANAKO, city: null });
    await press('Accept');
    expect(
      await screen.findByText(/^Please complete your profile first/, {}, PATIENT),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Complete your profile' })).toHaveAttribute(
      'href',
      '/en/account/edit',
    );
  });
});

describe('what can be done', () => {
  test('a pass that has not begun is cancelled after a question', async () => {
    await openPass('to be paid');
    await press(/^Cancel the passport/);
    const question = await screen.findByRole('alertdialog');
    expect(question).toHaveTextContent('this cannot be undone');
    await press('Cancel the passport', question);
    expect((await screen.findAllByText('Cancelled', {}, PATIENT)).length).toBeGreaterThan(0);
    expect(screen.queryByText('What you can do')).toBeNull();
  });

  test('the physical card is ordered once the identity is confirmed', async () => {
    await openPass('in use');
    await press(/^Physical card/);
    await press('Order', await screen.findByRole('alertdialog'));
    expect(await screen.findByText(/^Issued on/, {}, PATIENT)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Physical card/ })).toBeNull();
  });

  test('before that it says how one comes to a card', async () => {
    await openPass('to be paid', { before: paidAtCounter });
    await press(/^Physical card/);
    expect(await screen.findByText(/^Your identity has to be confirmed first/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Order' })).toBeNull();
  });

  test('another design is chosen from the catalogue', async () => {
    const { pass, id } = await openPass('to be paid');
    await press(/^Change the design/);
    await userEvent.click(await screen.findByRole('radio', { name: 'Night sky' }, PATIENT));
    await press('Save');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull(), PATIENT);
    const { data } = await (await callAs(server, id))('GET', `/passports/${pass.id}`);
    expect(data.design_id).toBe('night');
  });

  test('what the server refuses is said in the question, in words', async () => {
    const { pass, id } = await openPass('to be paid');
    await press(/^Cancel the passport/);
    // Meanwhile on another device.
    await (await callAs(server, id))('DELETE', `/passports/${pass.id}`);
    await press('Cancel the passport', await screen.findByRole('alertdialog'));
    expect(await screen.findByText(/^This passport has been cancelled/, {}, PATIENT)).toBeVisible();
  });
});

test.each([
  ['another member’s', 'theirs'],
  ['one that does not exist', '00000000-0000-4000-8000-000000000000'],
])('%s pass and any other unknown one lead to the same page', async (_name, which) => {
  const other = await server.createMember(HANAKO);
  await givePasses(server, other.id);
  const { data } = await (await callAs(server, other.id))('GET', '/passports');
  const id = which === 'theirs' ? (data as Passport[])[0]?.id : which;
  const { at } = await openScreenAs(server, {
    routes,
    path: `/en/my-page/passports/${id}`,
    member: HANAKO,
  });
  await waitFor(() => expect(at()).toBe('/en/404'), PATIENT);
});
