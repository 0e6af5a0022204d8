import { sharedServer } from '@portal/kit/testing';
import { openScreenAs } from '@portal/kit/testing/open-screen';
import { createPassportClient } from '@portal/kit/testing/passports';
import { act, cleanup, screen, within } from '@testing-library/react';
import * as routes from '../../routes.ts';
import { HANAKO } from '../../testing/members.ts';

const server = sharedServer();

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
  expect(within(passports).queryByRole('list', { name: 'Whose passport is shown' })).toBeNull();
  expect(screen.getByRole('link', { name: /News 1/ })).toBeVisible();
  expect(loading()).toBeNull();
  await answer();
  const people = await within(passports).findByRole('list', { name: 'Whose passport is shown' });
  expect(within(people).getAllByRole('button')).toHaveLength(2);
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
