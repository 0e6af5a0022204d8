import { startTestServer, type TestServer } from '@portal/server-testing';
import { listNotificationPage } from '@portal/shared-auth';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openPortal, type TestPortal } from '../testing/portal.tsx';
import { Heading, remoteWith } from '../testing/remote.tsx';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const remotes = {
  owning: (path: string) => (/^\/(my-page|account)/.test(path) ? 'mypage' : undefined),
  load: async () =>
    remoteWith({
      '/my-page': { heading: 'Home', lazy: async () => ({ loader: loadHome, Component: Heading }) },
      '/my-page/notifications': { heading: 'List' },
      '/my-page/notifications/:id': { heading: 'One' },
      '/account': { heading: 'Account' },
    }),
};

/** As the real home: it asks for the notifications while the page is being opened. */
async function loadHome(): Promise<string> {
  await listNotificationPage();
  return 'Home';
}

const text = (words: string) => ({ ja: words, en: words });
const body = text('<p>Cake &amp; tea</p><img src="https://elsewhere.example/x.png">');

type Answering = (request: Request) => Promise<Response | undefined>;
type Opened = TestPortal & {
  readonly memberId: string;
  /** The method, path and query of each call. */
  readonly calls: string[];
};

/** Opens the home of a member who has `unread` unread and `read` read notifications, newest first. */
async function openHome({
  unread = 0,
  read = 0,
  externalLink = undefined as string | undefined,
  fetch = undefined as Answering | undefined,
  path = '/en/my-page',
} = {}): Promise<Opened> {
  const { id } = await server.createMember();
  const { accessToken, browserKey } = await server.signInAs(id);
  for (let n = 0; n < unread + read; n += 1) {
    await server.sendNotification(id, {
      title: { ja: `おしらせ ${n + 1}`, en: `News ${n + 1}` },
      body,
      publishedAt: new Date(server.clock.now().getTime() - (n + 1) * 60_000),
      readAt: n < unread ? null : server.clock.now(),
      ...(n === 0 && externalLink && { externalLink }),
    });
  }
  const calls: string[] = [];
  const portal = await openPortal({
    path,
    accessToken,
    proveBrowser: async (request) => browserKey.prove({ ...request, now: server.clock.now() }),
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

const bell = (name: string | RegExp) => screen.findByRole('button', { name });
const panel = () => screen.findByRole('region', { name: 'Notifications' });

async function openBell(name: string | RegExp): Promise<HTMLElement> {
  await userEvent.click(await bell(name));
  return panel();
}

const items = (region: HTMLElement) =>
  within(region)
    .getAllByRole('listitem')
    .map((item) => item.textContent);

// @proves 9.12
test('shows the first ten with a text preview without images, and a link to all', async () => {
  await openHome({ unread: 2, read: 10 });
  const region = await openBell('Notifications, 2 unread');
  await waitFor(() => expect(items(region)).toHaveLength(10));
  expect(items(region)[0]).toMatch(/^\d{4}\.\d\d\.\d\dUnread: News 1Cake & tea$/);
  expect(items(region)[2]).toMatch(/^\d{4}\.\d\d\.\d\dNews 3Cake & tea$/);
  expect(region.querySelector('img')).toBeNull();
  expect(within(region).getByRole('link', { name: 'View list' })).toHaveAttribute(
    'href',
    '/en/my-page/notifications',
  );
});

// @proves 2.79
test('shows the empty state', async () => {
  await openHome();
  const region = await openBell('Notifications');
  expect(await within(region).findByText('There are no notifications yet')).toBeVisible();
});

describe('while the page is open', () => {
  const said = (words: RegExp) =>
    waitFor(() =>
      expect(
        screen
          .getAllByRole('status')
          .map((it) => it.textContent)
          .join(),
      ).toMatch(words),
    );

  function see(state: DocumentVisibilityState): void {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }
  afterEach(() => see('visible'));

  test('a new notification shows without a reload and is announced', async () => {
    const { memberId, calls } = await openHome({ unread: 1 });
    await bell('Notifications, 1 unread');
    await waitFor(() => expect(calls).toContain('GET /notifications/events'));
    await server.sendNotification(memberId, { title: text('Fresh'), body });
    await bell('Notifications, 2 unread');
    await said(/New notification: Fresh/);
    expect(items(await openBell('Notifications, 2 unread'))[0]).toContain('Fresh');
  });

  test('the bell polls when the stream fails', async () => {
    const { memberId, calls } = await openHome({
      unread: 1,
      fetch: async (request) =>
        request.url.endsWith('/events')
          ? new Response('<h1>Bad gateway</h1>', { status: 502 })
          : undefined,
    });
    await waitFor(() => expect(calls).toContain('GET /notifications?limit=1'));
    await bell('Notifications, 1 unread');
    await server.sendNotification(memberId, { title: text('Fresh'), body });
    // The connection is back, so the pending poll runs at once.
    await act(async () => window.dispatchEvent(new Event('online')));
    await bell('Notifications, 2 unread');
    await said(/New notification: Fresh/);
  });
});
