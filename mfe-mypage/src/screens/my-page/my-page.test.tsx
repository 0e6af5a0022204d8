import { openScreenAs } from '@portal/delivery/dev/testing';
import { createTestClock, startTestServer, type TestServer } from '@portal/server/testing';
import { givePasses } from '@portal/server/testing/passes';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as routes from '../../routes.ts';
import { HANAKO } from '../../testing/members.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 60_000);
afterAll(() => server.close());

type Member = Parameters<TestServer['createMember']>[0];

/** A member signed in on their home; `unread` and `read` notifications, the newest unread. */
async function openHome({
  path = '/en/my-page',
  member = HANAKO as Member,
  unread = 0,
  read = 0,
  fetch = server.api.fetch,
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
  return openScreenAs(server, { routes, path, member, fetch, prepare });
}

const newsRegion = () => screen.findByRole('region', { name: /Latest notifications/ });

describe('the greeting', () => {
  test('names the member in the order of Japanese', async () => {
    await openHome({ path: '/my-page' });
    expect(
      await screen.findByRole('heading', { level: 1, name: '山田 花子 様、こんにちは' }),
    ).toBeVisible();
    expect(screen.getByText(/^会員番号/)).toHaveTextContent(/会員番号 \d{10}/);
  });

  test('names the member in the order of English', async () => {
    await openHome({ member: { ...HANAKO, firstName: 'Hanako', lastName: 'Yamada' } });
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Hello, Hanako Yamada' }),
    ).toBeVisible();
  });

  test('greets a member who has given no name yet', async () => {
    await openHome({ member: {} });
    expect(await screen.findByRole('heading', { level: 1, name: 'Hello' })).toBeVisible();
  });
});

describe('what needs doing', () => {
  test('is said to be nothing when all is well', async () => {
    await openHome();
    expect(await screen.findByText(/^You are all set/)).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Things to do' })).toBeNull();
  });

  test('lists what is open, each with the way to it', async () => {
    await openHome({ member: { ...HANAKO, emailVerified: false, city: null, mfaEnabled: false } });
    const toDo = await screen.findByRole('region', { name: 'Things to do' });
    const links = within(toDo).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Your e-mail address is not confirmed yet', '/en/verify-user'],
      ['Your profile is not complete yet', '/en/account#profile'],
      ['Two-step verification is off', '/en/account#security'],
    ]);
  });
});

describe('the passes', () => {
  test('are cards with holder, dates and status, each the way to its page', async () => {
    const own = await startTestServer({ clock: createTestClock(new Date()) });
    try {
      await openScreenAs(own, {
        routes,
        path: '/en/my-page',
        member: HANAKO,
        prepare: (memberId) => givePasses(own, memberId),
      });
      const region = await screen.findByRole('region', { name: 'Your passports' });
      const cards = await within(region).findAllByRole('link', { name: /\d{4}\.\d{2}\.\d{2}/ });
      expect(cards.map((card) => card.textContent)).toEqual([
        expect.stringMatching(/Awaiting payment.*陽太 山田.* – /),
        expect.stringMatching(/Active.*花子 山田.*Valid until/),
        expect.stringMatching(/Expired.*花子 山田/),
      ]);
      expect(cards[1]).toHaveAttribute(
        'href',
        expect.stringMatching(/^\/en\/my-page\/passports\/.+/),
      );
      expect(within(region).getByRole('link', { name: 'Buy one' })).toBeVisible();
    } finally {
      await own.close();
    }
  });

  test('that are not there yet say what will be here, and how to have one', async () => {
    await openHome();
    expect(await screen.findByText('You have no passport yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Buy a passport' })).toHaveAttribute(
      'href',
      '/en/my-page/passports/purchase',
    );
  });
});

describe('the latest notifications', () => {
  test('are five, the newest first, with their dates and how many are unread in all', async () => {
    await openHome({ unread: 7, read: 1 });
    const region = await newsRegion();
    const rows = await within(region).findAllByRole('listitem');
    expect(rows).toHaveLength(5);
    expect(rows[0]).toHaveTextContent(/^\d{4}\.\d{2}\.\d{2}Unread: News 1$/);
    expect(within(region).getByText('7 unread')).toBeVisible();
    expect(within(region).getByRole('link', { name: 'View list' })).toHaveAttribute(
      'href',
      '/en/my-page/notifications',
    );
  });

  test('do not call a read one unread', async () => {
    await openHome({ unread: 1, read: 2 });
    const rows = await within(await newsRegion()).findAllByRole('listitem');
    expect(rows.map((row) => /Unread/.test(row.textContent))).toEqual([true, false, false]);
    expect(screen.getByText('1 unread')).toBeVisible();
  });

  test('show no count when all is read', async () => {
    await openHome({ read: 1 });
    await within(await newsRegion()).findByText('News 1');
    expect(screen.queryByText(/\d unread/)).toBeNull();
  });

  test('are in Japanese on the Japanese page', async () => {
    await openHome({ path: '/my-page', unread: 1 });
    const region = await screen.findByRole('region', { name: /最新のお知らせ/ });
    expect(await within(region).findByText('未読 1件')).toBeVisible();
    expect(within(region).getByRole('link', { name: '一覧を見る' })).toBeVisible();
  });

  test('say what will be here when there are none', async () => {
    await openHome();
    expect(await screen.findByText('There are no notifications yet')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'View list' })).toBeNull();
  });

  test('that the server refuses are a problem in their own place, and come by trying again', async () => {
    let refusing = true;
    await openHome({
      unread: 1,
      fetch: async (request) =>
        refusing && request.url.includes('/notifications')
          ? Response.json({ error: 'server.error' }, { status: 500 })
          : server.api.fetch(request),
    });
    const region = await newsRegion();
    expect(await within(region).findByText(/^Something went wrong on our side/)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Hello,');

    refusing = false;
    await userEvent.click(within(region).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('News 1')).toBeVisible();
    expect(screen.queryByText(/^Something went wrong/)).toBeNull();
    expect(document.activeElement).toHaveTextContent('Latest notifications');
  });
});

test('without a connection the page says so, and is there when it is back', async () => {
  let offline = true;
  await openHome({
    unread: 1,
    fetch: (request) =>
      offline ? Promise.reject(new TypeError('Failed to fetch')) : server.api.fetch(request),
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Hello' })).toBeVisible();
  const problems = await screen.findAllByText(/offline|connection/i);
  expect(problems).toHaveLength(3);

  offline = false;
  const [retry] = screen.getAllByRole('button', { name: 'Try again' });
  await userEvent.click(retry as HTMLElement);
  expect(await screen.findByText('News 1')).toBeVisible();
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Hello, 花子 山田'),
  );
});

test('what takes long to arrive leaves its place on the page, and says that it loads', async () => {
  const held = Promise.withResolvers<void>();
  await openHome({
    unread: 1,
    fetch: async (request) => {
      await held.promise;
      return server.api.fetch(request);
    },
  });
  expect((await screen.findAllByText('Loading')).length).toBeGreaterThan(0);
  expect(screen.getByRole('heading', { name: /Latest notifications/ })).toBeVisible();
  held.resolve();
  expect(await screen.findByText('News 1')).toBeVisible();
  expect(screen.queryByText('Loading')).toBeNull();
});
