import { sharedServer, type TestServer } from '@portal/kit/testing';
import { openScreen } from '@portal/kit/testing/open-screen';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as routes from '../../../routes.ts';

const server = sharedServer();

const text = (words: string) => ({ ja: words, en: words });
const PICTURE = 'data:image/png;base64,iVBORw0KGgo=';

type Sent = Parameters<TestServer['sendNotification']>[1];

/** Opens an address as a member with `count` notifications, all unread unless `read`. */
async function open({
  path = '/en/my-page/notifications',
  count = 0,
  read = false,
  each = (_n: number): Partial<Sent> => ({}),
  fetch = (request: Request): Promise<Response> => server.api.fetch(request),
} = {}) {
  const { id: memberId } = await server.createMember();
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { id } = await server.sendNotification(memberId, {
      title: text(`News ${n + 1}`),
      body: text(`<p>Text ${n + 1}</p>`),
      publishedAt: new Date(server.clock.now().getTime() - n * 60_000),
      readAt: read ? server.clock.now() : null,
      ...each(n),
    });
    ids.push(id);
  }
  const { accessToken, browserKey } = await server.signInAs(memberId);
  const opened = await openScreen({
    routes,
    path: path.replace('{first}', ids[0] ?? ''),
    accessToken,
    proveBrowser: async (request) => browserKey.prove({ ...request, now: server.clock.now() }),
    fetch,
  });
  return { ...opened, memberId, ids };
}

const rows = async () => within((await screen.findAllByRole('list'))[0] as HTMLElement);
const titles = async () =>
  (await rows()).getAllByRole('listitem').map((row) => /News \d+/.exec(row.textContent ?? '')?.[0]);

describe('the list', () => {
  // @proves 2.25 9.11 9.13
  test('shows ten a page with date, title, preview and what is unread', async () => {
    await open({
      count: 12,
      each: (n) => ({
        body: text(`<p>Text &amp; more</p><img src="${PICTURE}" alt="Sweets">`),
        readAt: n > 0 ? server.clock.now() : null,
      }),
    });
    const [first, second] = (await rows()).getAllByRole('listitem');
    expect(first?.textContent).toMatch(/^\d{4}\.\d\d\.\d\dUnread: News 1Text & more$/);
    expect(second?.textContent).toMatch(/^\d{4}\.\d\d\.\d\dNews 2Text & more$/);
    expect(document.querySelector('main img, li img')).toBeNull();
    expect(await titles()).toHaveLength(10);
    expect(screen.getByText('12 notifications')).toBeVisible();
  });

  // @proves 4.33
  test('opens an external link in a new tab and marks the notification read', async () => {
    await open({
      count: 2,
      each: (n) => (n === 0 ? { externalLink: 'https://example.com/a' } : {}),
    });
    const link = await screen.findByRole('link', { name: /News 1/ });
    expect(link).toHaveAttribute('href', 'https://example.com/a');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
    link.addEventListener('click', (event) => event.preventDefault());
    await userEvent.click(link);
    await waitFor(() =>
      expect(screen.getByRole('link', { name: /News 1/ })).not.toHaveTextContent('Unread'),
    );
    expect(screen.getByRole('link', { name: /News 2/ })).toHaveTextContent('Unread');
  });
});

describe('one notification', () => {
  const path = '/en/my-page/notifications/{first}';

  // @proves 2.26 4.32 15.1
  test('shows title, date and body, and is read from then on', async () => {
    const { router } = await open({
      path,
      count: 2,
      each: () => ({
        body: text('<h2>Hours</h2><p onclick="x()">We are <b>open</b>.</p><script>x()</script>'),
      }),
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'News 1' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 2, name: 'Hours' })).toBeVisible();
    expect(screen.getByText('open').closest('p')?.outerHTML).toBe('<p>We are <b>open</b>.</p>');
    await act(() => router.navigate('/en/my-page/notifications'));
    await waitFor(() =>
      expect(screen.getByRole('link', { name: /News 1/ })).not.toHaveTextContent('Unread'),
    );
    expect(screen.getByRole('link', { name: /News 2/ })).toHaveTextContent('Unread');
  });

  // @proves 2.57
  test.each([
    ['an unknown notification', async () => '3c5b0c5e-6f6f-4d5e-9c39-2f9f1c3c9b11'],
    ['an invalid id', async () => 'x'],
    [
      'another member’s notification',
      async () => {
        const { id } = await server.createMember();
        return (await server.sendNotification(id, { title: text('Secret'), body: text('') })).id;
      },
    ],
  ])('sends %s to /404', async (_, idOf) => {
    const { at } = await open({ path: `/en/my-page/notifications/${await idOf()}` });
    await waitFor(() => expect(at()).toBe('/en/404'));
    expect(document.body).not.toHaveTextContent('Secret');
  });
});
