import { applyNotificationUpdate } from '@portal/kit/auth';
import { offerEnd } from '@portal/kit/contract';
import { formatDate } from '@portal/kit/i18n';
import { sharedServer, type TestServer } from '@portal/kit/testing';
import { enabled, openScreenAs } from '@portal/kit/testing/open-screen';
import { createPassportClient } from '@portal/kit/testing/passports';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as routes from '../../routes.ts';
import { HANAKO } from '../../testing/members.ts';

const server = sharedServer();

type Member = Parameters<TestServer['createMember']>[0];

/** Opens the home as a member with `unread` and `read` notifications; the unread ones are newer. */
async function openHome({
  path = '/en/my-page',
  member = HANAKO as Member,
  unread = 0,
  read = 0,
  fetch = server.api.fetch,
  showsFirstView = false,
} = {}) {
  async function prepare(memberId: string): Promise<void> {
    for (let n = 0; n < unread + read; n += 1) {
      const published = new Date(server.clock.now().getTime() - (n + 1) * 86_400_000);
      await server.sendNotification(memberId, {
        title: { ja: `お知らせ${n + 1}`, en: `News ${n + 1}` },
        body: { ja: '<p>本文</p>', en: '<p>Text</p>' },
        publishedAt: published,
        readAt: n < unread ? null : server.clock.now(),
      });
    }
  }
  return openScreenAs(server, { routes, path, member, fetch, prepare, showsFirstView });
}

// @proves 13.75
test('while data is on the way, nothing below a skeleton is there yet to move', async () => {
  const late = Promise.withResolvers<void>();
  await openHome({
    fetch: async (request) => {
      await late.promise;
      return server.api.fetch(request);
    },
  });
  expect((await screen.findAllByRole('status')).length).toBeGreaterThan(0);
  expect(screen.queryByRole('region', { name: /Latest notifications/ })).toBeNull();
  late.resolve();
  expect(await notificationsRegion()).toBeVisible();
});

const notificationsRegion = () => screen.findByRole('region', { name: /Latest notifications/ });

describe('the greeting', () => {
  // @proves 13.1 13.9
  test('names a member with a Japanese name family name first', async () => {
    await openHome({ path: '/my-page' });
    expect(
      await screen.findByRole('heading', { level: 1, name: '山田 花子 様、こんにちは' }),
    ).toBeVisible();
    expect(screen.getByText(/^会員番号/)).toHaveTextContent(/会員番号 \d{10}/);
  });
});

// @proves 13.1 13.91
test.each([
  [{ mfaEnabled: false }, [['Two-step verification is switched off', '/en/account/security']]],
  [
    { mfaEnabled: false, emailVerified: false },
    [
      ['Your email address is not confirmed yet', '/en/verify-user'],
      ['Two-step verification is switched off', '/en/account/security'],
    ],
  ],
])('the things to do of a member with %j lead to where they are done', async (member, expected) => {
  await openHome({ member: { ...HANAKO, city: null, ...member } });
  const tasks = within(await screen.findByRole('region', { name: 'Things to do' }));
  expect(
    tasks.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual(expected);
  expect(tasks.getAllByRole('listitem')).toHaveLength(expected.length);
});

describe('the passports', () => {
  /** A passport of 田中 太郎 that can be offered. */
  async function passportOfTaro() {
    const taro = await createPassportClient(server, { lastName: '田中', firstName: '太郎' });
    return { taro, passport: await taro.buyPaid() };
  }

  // @proves 14.77 14.78
  test('that are offered or unpaid are things to do, and an offer names its sender', async () => {
    const { taro, passport } = await passportOfTaro();
    let unpaid = '';
    await openScreenAs(server, {
      routes,
      path: '/en/my-page',
      member: HANAKO,
      async prepare(memberId) {
        const member = await createPassportClient(server, {}, memberId);
        unpaid = (await member.buy()).id;
        await taro.offer(passport.id, member.code);
      },
    });
    const tasks = await screen.findByRole('region', { name: 'Things to do' });
    const links = within(tasks).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['田*** would like to give you a passport', `/en/my-page/passports/${passport.id}`],
      ['A passport is not paid yet', `/en/my-page/passports/${unpaid}`],
    ]);
    const until = formatDate(offerEnd(server.clock.now().toISOString()));
    expect(tasks).toHaveTextContent(`Answer by ${until}.`);
    const region = screen.getByRole('region', { name: 'Your passports' });
    await userEvent.click(await within(region).findByRole('button', { name: /^田\*\*\*/ }));
    const offer = await within(region).findByRole('link', { name: /From 田\*\*\*/ });
    expect(offer).not.toHaveTextContent('花子');
  });

  // @proves 14.79
  test('that are offered while the home is open appear without a reload', async () => {
    const { taro, passport } = await passportOfTaro();
    let memberCode = '';
    const { sent } = await openScreenAs(server, {
      routes,
      path: '/en/my-page',
      member: HANAKO,
      prepare: async (memberId) => {
        memberCode = (await createPassportClient(server, {}, memberId)).code;
      },
    });
    await screen.findByText('As often as you like.');
    await screen.findByText('There are no notifications yet');
    await taro.offer(passport.id, memberCode);
    // The bell tells what the server's stream has sent.
    await act(() => applyNotificationUpdate({ unread: 1, newestId: passport.id }));
    const tasks = await screen.findByRole('region', { name: 'Things to do' });
    expect(within(tasks).getByRole('link')).toHaveTextContent('田*** would like to give you');
    expect(await screen.findByRole('link', { name: /From 田\*\*\*/ })).toBeVisible();
    const calls = sent.filter(({ url }) => url.includes('/passports?')).length;
    await act(() => applyNotificationUpdate({ unread: 0, newestId: passport.id, read: '*' }));
    expect(sent.filter(({ url }) => url.includes('/passports?'))).toHaveLength(calls);
  });

  async function accept(tasks: HTMLElement): Promise<void> {
    const button = await within(tasks).findByRole('button', { name: 'Accept', busy: false });
    await enabled(button);
    await userEvent.click(button);
  }

  // @proves 14.101
  test('that are offered are accepted on the home', async () => {
    const { taro, passport } = await passportOfTaro();
    await openScreenAs(server, {
      routes,
      path: '/en/my-page',
      member: HANAKO,
      async prepare(memberId) {
        const { code } = await createPassportClient(server, {}, memberId);
        await taro.offer(passport.id, code);
      },
    });
    const tasks = await screen.findByRole('region', { name: 'Things to do' });
    await accept(tasks);
    expect(await screen.findByText(/^You are all set/)).toBeVisible();
    expect(await screen.findByRole('link', { name: /Annual passport 山田 花子/ })).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(await taro.get(passport.id)).toMatchObject({ role: 'giver' });
  });

  // @proves 14.101
  test('that cannot be accepted yet open where it says what is missing', async () => {
    const { taro, passport } = await passportOfTaro();
    const { at } = await openScreenAs(server, {
      routes,
      path: '/en/my-page',
      member: { ...HANAKO, city: null },
      async prepare(memberId) {
        const { code } = await createPassportClient(server, {}, memberId);
        await taro.offer(passport.id, code);
      },
    });
    const tasks = await screen.findByRole('region', { name: 'Things to do' });
    await accept(tasks);
    await waitFor(() => expect(at()).toBe(`/en/my-page/passports/${passport.id}`));
    expect(await screen.findByText('Still missing: City')).toBeVisible();
    // In the place of a button that could do nothing.
    const next = screen.getByRole('link', { name: 'Complete your profile' });
    expect(next).toHaveAttribute('href', '/en/account/edit');
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
  });
});

describe('the code for the turnstile', () => {
  /** Opens the home of a member with an own passport, one of a child and one that is not paid. */
  async function openFamily(path = '/en/my-page') {
    server.clock.set(new Date());
    return openScreenAs(server, {
      routes,
      path,
      member: HANAKO,
      async prepare(memberId) {
        const member = await createPassportClient(server, {}, memberId);
        await member.buyPaid({
          holder: {
            kind: 'child',
            last_name: '山田',
            first_name: '陽太',
            date_of_birth: '2018-04-05',
          },
        });
        server.clock.advance(1000);
        await member.buyPaid();
        await member.buy();
      },
    });
  }
  const buttons = () => screen.findAllByRole('button', { name: 'Show the QR code' });
  const layer = () => screen.findByRole('dialog', { name: 'QR code for the gate' });
  const close = async (dialog: HTMLElement) =>
    userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));

  // @proves 14.81 14.99 16.68
  test('is one tap away, with the photo and the name of the holder', async () => {
    const { sent } = await openFamily();
    await screen.findByRole('button', { name: /^陽太/ });
    expect(document.documentElement.dataset.design).toBe(localStorage.getItem('design'));
    expect(localStorage.getItem('design')).toMatch(/^\w+$/);
    await userEvent.click(await screen.findByRole('button', { name: /^陽太/ }));
    const [child, ...others] = await buttons();
    expect(others).toEqual([]);
    expect(sent.filter(({ url }) => url.endsWith('/code'))).toEqual([]);
    await userEvent.click(child as HTMLElement);
    const dialog = await layer();
    expect(await within(dialog).findByRole('img', { name: 'QR code for the gate' })).toBeVisible();
    expect(within(dialog).getByRole('img', { name: 'Photo of the holder' })).toBeVisible();
    expect(within(dialog).getByText('山田 陽太', { selector: 'p' })).toBeVisible();
    await close(dialog);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(child).toHaveFocus();
  });

  // @proves 14.100
  test('follows the one before by keys, names and a swipe, and is fetched already', async () => {
    const { sent } = await openFamily();
    const [own] = await buttons();
    await userEvent.click(own as HTMLElement);
    const dialog = await layer();
    const code = () => within(dialog).findByRole('img', { name: 'QR code for the gate' });
    const drawn = async () => (await code()).innerHTML;
    const person = (name: string) => within(dialog).getByRole('button', { name });
    const at = (name: string) => expect(person(name)).toHaveAttribute('aria-current', 'true');
    const first = await drawn();
    at('山田 花子');
    expect(within(dialog).getByText('山田 花子', { selector: 'p' })).toBeVisible();
    await waitFor(() => expect(sent.filter(({ url }) => url.endsWith('/code'))).toHaveLength(2));

    await userEvent.keyboard('{ArrowRight}');
    at('山田 陽太');
    expect(within(dialog).getByText('山田 陽太', { selector: 'p' })).toBeVisible();
    expect(await drawn()).not.toBe(first);
    await userEvent.keyboard('{ArrowRight}');
    at('山田 陽太');
    await userEvent.click(person('山田 花子'));
    at('山田 花子');
    const target = await code();
    await userEvent.pointer([
      { keys: '[TouchA>]', target, coords: { clientX: 300, clientY: 200 } },
      { pointerName: 'TouchA', target, coords: { clientX: 120, clientY: 200 } },
      { keys: '[/TouchA]', target, coords: { clientX: 120, clientY: 200 } },
    ]);
    at('山田 陽太');
  });
});

describe('the latest notifications', () => {
  // @proves 16.82
  test('show a failed call in their own section, with its reference and a retry', async () => {
    let refusing = true;
    await openHome({
      unread: 1,
      fetch: async (request) =>
        refusing && request.url.includes('/notifications')
          ? Response.json(
              { error: 'server.error' },
              { status: 500, headers: { 'x-request-id': 'a1b2c3d4e5' } },
            )
          : server.api.fetch(request),
    });
    const region = await notificationsRegion();
    expect(await within(region).findByText(/^Something went wrong on our side/)).toBeVisible();
    expect(within(region).getByText('Reference for our support team: a1b2c3d4e5')).toBeVisible();
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Hello,');

    refusing = false;
    await userEvent.click(within(region).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('News 1')).toBeVisible();
    expect(screen.queryByText(/^Something went wrong/)).toBeNull();
    await waitFor(() => expect(document.activeElement).toHaveTextContent('Latest notifications'));
  });
});

// @proves 2.693
test('says once that there is no connection, and loads everything on retry', async () => {
  let offline = true;
  await openHome({
    unread: 1,
    fetch: (request) =>
      offline ? Promise.reject(new TypeError('Failed to fetch')) : server.api.fetch(request),
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Hello' })).toBeVisible();
  const problems = await screen.findAllByText(/offline|connection/i);
  expect(problems).toHaveLength(1);

  offline = false;
  const [retry] = screen.getAllByRole('button', { name: 'Try again' });
  await userEvent.click(retry as HTMLElement);
  expect(await screen.findByText('News 1')).toBeVisible();
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Hello, 山田 花子'),
  );
});
