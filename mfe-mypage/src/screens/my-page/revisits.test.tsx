import { startTestServer, type TestServer } from '@portal/kit/testing';
import { openScreenAs } from '@portal/kit/testing/open-screen';
import { createPassportClient } from '@portal/kit/testing/passports';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as routes from '../../routes.ts';
import { HANAKO } from '../../testing/members.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Opens a screen as a member with a passport and `news` unread notifications. */
async function open(path: string, { news = 2, member = HANAKO } = {}) {
  /** What the API does with a call: by default it answers. */
  let network: (answer: () => Promise<Response>) => Promise<Response> = (answer) => answer();
  let passportId = '';
  const titles = Array.from({ length: news }, (_, n) => `News ${n + 1}`);
  const opened = await openScreenAs(server, {
    routes,
    path: '/en/nowhere',
    member,
    fetch: (request) => network(() => server.api.fetch(request)),
    async prepare(memberId) {
      passportId = (await (await createPassportClient(server, {}, memberId)).buyPaid()).id;
      for (const title of titles) await sendNews(memberId, title);
    },
  });
  const go = (to: string) => act(() => opened.router.navigate(to));
  await go(path.replace('{passport}', passportId));
  return {
    ...opened,
    passportId,
    go,
    /** Goes away and comes back while the API says nothing. */
    async revisit(to = path.replace('{passport}', passportId)) {
      const held = Promise.withResolvers<void>();
      network = async (answer) => {
        await held.promise;
        return answer();
      };
      await go('/en/nowhere');
      await go(to);
      return async () => {
        network = (answer) => answer();
        await act(async () => held.resolve());
      };
    },
    goOffline() {
      network = () => Promise.reject(new TypeError('Failed to fetch'));
    },
  };
}

async function sendNews(memberId: string, title: string): Promise<void> {
  await server.sendNotification(memberId, {
    title: { ja: title, en: title },
    body: { ja: '<p>本文</p>', en: '<p>Text</p>' },
    publishedAt: server.clock.now(),
    readAt: null,
  });
}

const homeIsWhole = async () => {
  const passports = await screen.findByRole('region', { name: 'Your passports' });
  await within(passports).findByRole('link', { name: /\d \w{3} \d{4}/ });
  await screen.findByRole('region', { name: /Latest notifications/ });
};
const loading = () => screen.queryByText('Loading');

// @proves 2.87
test('the home shows at once what it showed before, and then what is new', async () => {
  const { revisit, id } = await open('/en/my-page');
  await homeIsWhole();
  await (await createPassportClient(server, {}, id)).buyPaid();
  const answer = await revisit();
  const passports = screen.getByRole('region', { name: 'Your passports' });
  expect(within(passports).getAllByRole('link', { name: /\d \w{3} \d{4}/ })).toHaveLength(1);
  expect(screen.getByRole('link', { name: /News 1/ })).toBeVisible();
  expect(loading()).toBeNull();
  await answer();
  await waitFor(() =>
    expect(within(passports).getAllByRole('link', { name: /\d \w{3} \d{4}/ })).toHaveLength(2),
  );
});

// @proves 2.115
test('a home that is still there takes what is new into what it shows', async () => {
  const { router, id } = await open('/en/my-page');
  await homeIsWhole();
  const passports = screen.getByRole('region', { name: 'Your passports' });
  const row = within(passports).getByRole('list');
  await (await createPassportClient(server, {}, id)).buyPaid();
  await act(() => router.revalidate());
  expect(loading()).toBeNull();
  await waitFor(() =>
    expect(within(row).getAllByRole('link', { name: /\d \w{3} \d{4}/ })).toHaveLength(2),
  );
  expect(row).toBeInTheDocument();
});

// @proves 2.87
test('the list shows at once what it showed before, and what was opened since is read', async () => {
  const { revisit, go, id } = await open('/en/my-page/notifications');
  const first = await screen.findByRole('link', { name: /News 1/ });
  expect(first).toHaveTextContent('Unread');
  const href = first.getAttribute('href') ?? '';
  await go(href);
  await screen.findByRole('heading', { name: 'News 1' });
  await sendNews(id, 'News 3');
  const answer = await revisit();
  expect(screen.getByRole('link', { name: /News 1/ })).not.toHaveTextContent('Unread');
  expect(screen.getByRole('link', { name: /News 2/ })).toHaveTextContent('Unread');
  expect(screen.queryByRole('link', { name: /News 3/ })).toBeNull();
  await answer();
  expect(await screen.findByRole('link', { name: /News 3/ })).toBeVisible();
});

// @proves 2.87
test('a passport shows at once what it showed before', async () => {
  const { revisit } = await open('/en/my-page/passports/{passport}');
  await screen.findByRole('button', { name: 'Show the QR code' });
  await revisit();
  expect(screen.getByRole('button', { name: 'Show the QR code' })).toBeVisible();
  expect(loading()).toBeNull();
});

// @proves 2.87
test('what is known stays where the new question has no answer', async () => {
  const { revisit, goOffline, go } = await open('/en/my-page/notifications');
  await screen.findByRole('link', { name: /News 1/ });
  const answer = await revisit();
  await answer();
  goOffline();
  await go('/en/nowhere');
  await go('/en/my-page/notifications');
  expect(screen.getByRole('link', { name: /News 1/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

// @proves 2.86
test('after a change nothing older is shown', async () => {
  const { revisit, go } = await open('/en/my-page');
  await homeIsWhole();
  await go('/en/my-page/notifications');
  await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  await waitFor(() =>
    expect(screen.getByRole('link', { name: /News 1/ })).not.toHaveTextContent('Unread'),
  );
  const answer = await revisit('/en/my-page');
  expect(screen.queryByRole('link', { name: /\d \w{3} \d{4}/ })).toBeNull();
  await answer();
  await homeIsWhole();
});

// @proves 2.86
test('another member sees nothing of the one before', async () => {
  const first = await open('/en/my-page/passports/{passport}');
  await screen.findByRole('button', { name: 'Show the QR code' });
  cleanup();
  const second = await open('/en/my-page/notifications', { news: 1 });
  await screen.findByRole('link', { name: /News 1/ });
  await second.revisit(`/en/my-page/passports/${first.passportId}`);
  expect(screen.getByRole('heading', { name: 'Passport' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show the QR code' })).toBeNull();
});
