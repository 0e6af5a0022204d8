import { startTestServer, type TestServer } from '@portal/server/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openPortal, type TestPortal } from '../testing/portal.tsx';
import { remoteWith } from '../testing/remote.tsx';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const PATIENCE = { timeout: 20_000 };
const remotes = {
  owning: (path: string) => (/^\/(my-page|account)/.test(path) ? 'mypage' : undefined),
  load: async () =>
    remoteWith({
      '/my-page': { heading: 'Home' },
      '/my-page/notifications': { heading: 'List' },
      '/my-page/notifications/:id': { heading: 'One' },
      '/account': { heading: 'Account' },
    }),
};

const text = (words: string) => ({ ja: words, en: words });
const body = text('<p>Cake &amp; tea</p><img src="https://elsewhere.example/x.png">');

type Answering = (request: Request) => Promise<Response | undefined>;
type Opened = TestPortal & {
  readonly memberId: string;
  /** Method, path and query of each call. */
  readonly calls: string[];
};

/** A member on their home with notifications: `unread` of them, the newest first, then `read`. */
async function openHome({
  unread = 0,
  read = 0,
  externalLink = undefined as string | undefined,
  fetch = undefined as Answering | undefined,
} = {}): Promise<Opened> {
  const { id } = await server.createMember();
  const { accessToken } = await server.signInAs(id);
  for (let n = 0; n < unread + read; n += 1) {
    await server.sendNotification(id, {
      title: text(`News ${n + 1}`),
      body,
      publishedAt: new Date(server.clock.now().getTime() - (n + 1) * 60_000),
      readAt: n < unread ? null : server.clock.now(),
      ...(n === 0 && externalLink && { externalLink }),
    });
  }
  const calls: string[] = [];
  const portal = await openPortal({
    path: '/en/my-page',
    accessToken,
    remotes,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { pathname, search } = new URL(request.url);
      calls.push(`${request.method} ${pathname}${search}`);
      return (await fetch?.(request)) ?? server.api.fetch(request);
    },
  });
  return { ...portal, memberId: id, calls };
}

const bell = (name: string | RegExp) => screen.findByRole('button', { name }, PATIENCE);
const panel = () => screen.findByRole('region', { name: 'Notifications' }, PATIENCE);

async function openBell(name: string | RegExp): Promise<HTMLElement> {
  await userEvent.click(await bell(name));
  return panel();
}

/** By keyboard; the mouse on the header menu is tried in a real browser (e2e/src/notifications). */
async function chooseMarkAll(): Promise<void> {
  screen.getByRole('button', { name: 'Notification menu' }).focus();
  await userEvent.keyboard('{Enter}');
  const choice = await screen.findByRole('menuitem', { name: 'Mark all as read' }, PATIENCE);
  await waitFor(() => expect(choice).toHaveAttribute('data-highlighted'), PATIENCE);
  await userEvent.keyboard('{Enter}');
}

const items = (region: HTMLElement) =>
  within(region)
    .getAllByRole('listitem')
    .map((item) => item.textContent);

test('shows the first ten, their words without pictures, and the way to all', async () => {
  await openHome({ unread: 2, read: 10 });
  const region = await openBell('Notifications, 2 unread');
  await waitFor(() => expect(items(region)).toHaveLength(10), PATIENCE);
  expect(items(region)[0]).toMatch(/^\d{4}\.\d\d\.\d\dUnread: News 1Cake & tea$/);
  expect(items(region)[2]).toMatch(/^\d{4}\.\d\d\.\d\dNews 3Cake & tea$/);
  expect(region.querySelector('img')).toBeNull();
  expect(within(region).getByRole('link', { name: 'View list' })).toHaveAttribute(
    'href',
    '/en/my-page/notifications',
  );
});

test('says so where there are none', async () => {
  await openHome();
  const region = await openBell('Notifications');
  expect(await within(region).findByText('There are no notifications yet')).toBeVisible();
});

test('a notification without a link leads to its own page and closes the bell', async () => {
  const { at } = await openHome({ unread: 1 });
  const region = await openBell('Notifications, 1 unread');
  await userEvent.click(await within(region).findByRole('link', { name: /News 1/ }));
  expect(screen.queryByRole('region', { name: 'Notifications' })).toBeNull();
  await waitFor(() => expect(at()).toMatch(/^\/en\/my-page\/notifications\/[\w-]{36}$/));
});

test('one with a link opens it in a new tab, is read then, and lowers the count by one', async () => {
  const { at, calls } = await openHome({ unread: 3, externalLink: 'https://example.com/hotels' });
  const region = await openBell('Notifications, 3 unread');
  const link = await within(region).findByRole('link', { name: /News 1/ });
  expect(link).toHaveAttribute('href', 'https://example.com/hotels');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link.getAttribute('rel')).toContain('noopener');
  // jsdom opens no tabs.
  link.addEventListener('click', (event) => event.preventDefault());
  await userEvent.click(link);
  await bell('Notifications, 2 unread');
  expect(screen.queryByRole('region', { name: 'Notifications' })).toBeNull();
  expect(calls.filter((call) => /^GET \/notifications\/[\w-]{36}$/.test(call))).toHaveLength(1);
  expect(at()).toBe('/en/my-page');
  const again = await openBell('Notifications, 2 unread');
  expect(items(again)[0]).not.toContain('Unread');
});

test('all are marked read from the header menu, and five are asked for anew', async () => {
  const { calls } = await openHome({ unread: 12 });
  const region = await openBell('Notifications, 12 unread');
  await within(region).findByText('News 1');
  await chooseMarkAll();
  await bell('Notifications');
  await waitFor(() => expect(calls).toContain('GET /notifications?page=1&limit=5'));
  expect(calls).toContain('POST /notifications/mark-all-as-read');
  // The panel is still there, with as many as before, and none unread.
  expect(items(await panel())).toHaveLength(10);
  expect(items(await panel()).join()).not.toContain('Unread');
  expect(screen.getByRole('status', { name: '' })).toHaveTextContent(
    'All notifications are marked as read.',
  );
});

test('what could not be marked is said in the panel', async () => {
  await openHome({
    unread: 1,
    fetch: async (request) =>
      request.method === 'POST'
        ? Response.json({ error: 'server.error' }, { status: 500 })
        : undefined,
  });
  await openBell('Notifications, 1 unread');
  await chooseMarkAll();
  expect(await within(await panel()).findByRole('alert')).toBeVisible();
  expect(await bell('Notifications, 1 unread')).toBeVisible();
});

describe('closes', () => {
  const closed = () => screen.queryByRole('region', { name: 'Notifications' }) === null;

  test('on a click outside', async () => {
    await openHome({ unread: 1 });
    await openBell('Notifications, 1 unread');
    await userEvent.click(screen.getByRole('heading', { name: 'Home' }));
    expect(closed()).toBe(true);
  });

  test('on Escape, with the focus back on the bell', async () => {
    await openHome({ unread: 1 });
    const region = await openBell('Notifications, 1 unread');
    within(region).getByRole('button', { name: 'Notification menu' }).focus();
    await userEvent.keyboard('{Escape}');
    expect(closed()).toBe(true);
    expect(await bell('Notifications, 1 unread')).toHaveFocus();
  });

  test('on a second press of the bell, and on the way to the list', async () => {
    const { at } = await openHome({ unread: 1 });
    await openBell('Notifications, 1 unread');
    await userEvent.click(await bell('Notifications, 1 unread'));
    expect(closed()).toBe(true);
    const region = await openBell('Notifications, 1 unread');
    await userEvent.click(within(region).getByRole('link', { name: 'View list' }));
    expect(closed()).toBe(true);
    await waitFor(() => expect(at()).toBe('/en/my-page/notifications'));
  });
});

describe('while the page is open', () => {
  const said = (words: RegExp) =>
    waitFor(
      () =>
        expect(
          screen
            .getAllByRole('status')
            .map((it) => it.textContent)
            .join(),
        ).toMatch(words),
      PATIENCE,
    );

  test('what is sent shows without a reload, and is read out', async () => {
    const { memberId, calls } = await openHome({ unread: 1 });
    await bell('Notifications, 1 unread');
    await waitFor(() => expect(calls).toContain('GET /notifications/events'), PATIENCE);
    await server.sendNotification(memberId, { title: text('Fresh'), body });
    await bell('Notifications, 2 unread');
    await said(/New notification: Fresh/);
    expect(items(await openBell('Notifications, 2 unread'))[0]).toContain('Fresh');
  });

  test('what is read elsewhere is read here', async () => {
    const { memberId, calls } = await openHome({ unread: 2 });
    await bell('Notifications, 2 unread');
    await waitFor(() => expect(calls).toContain('GET /notifications/events'), PATIENCE);
    const { accessToken } = await server.signInAs(memberId);
    await server.api.fetch(
      new Request('http://localhost:4302/notifications/mark-all-as-read', {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}` },
      }),
    );
    await bell('Notifications');
    expect(items(await openBell('Notifications')).join()).not.toContain('Unread');
  });

  test('where the stream fails, the bell asks now and then', async () => {
    const { memberId, calls } = await openHome({
      unread: 1,
      fetch: async (request) =>
        request.url.endsWith('/events')
          ? new Response('<h1>Bad gateway</h1>', { status: 502 })
          : undefined,
    });
    await waitFor(() => expect(calls).toContain('GET /notifications?limit=1'), PATIENCE);
    await bell('Notifications, 1 unread');
    await server.sendNotification(memberId, { title: text('Fresh'), body });
    // The line is back: what waits for its turn asks at once.
    await act(async () => window.dispatchEvent(new Event('online')));
    await bell('Notifications, 2 unread');
    await said(/New notification: Fresh/);
  });

  test('a tab that nobody sees holds no stream, and catches up when it is seen again', async () => {
    const { memberId, calls } = await openHome({ unread: 1 });
    const streams = () => calls.filter((call) => call.endsWith('/events')).length;
    await waitFor(() => expect(streams()).toBe(1), PATIENCE);
    const see = (state: DocumentVisibilityState) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    see('hidden');
    await server.sendNotification(memberId, { title: text('Fresh'), body });
    expect(await bell('Notifications, 1 unread')).toBeVisible();
    see('visible');
    await bell('Notifications, 2 unread');
    expect(streams()).toBe(2);
  });

  test('leaving the pages with the bell ends the stream', async () => {
    let ended = false;
    const portal = await openHome({
      fetch: async (request) => {
        if (!request.url.endsWith('/events')) return undefined;
        request.signal.addEventListener('abort', () => {
          ended = true;
        });
        return undefined;
      },
    });
    await waitFor(() => expect(portal.calls).toContain('GET /notifications/events'), PATIENCE);
    await act(() => portal.router.navigate('/en/account'));
    await waitFor(() => expect(ended).toBe(true));
  });
});
