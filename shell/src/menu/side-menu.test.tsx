import { startTestServer, type TestServer } from '@portal/server-testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MENU_PARTS, menuRoute } from '../testing/menu-parts.ts';
import { openPortal, type TestPortal, type TestPortalOptions } from '../testing/portal.tsx';
import { remoteWith } from '../testing/remote.tsx';

let server: TestServer;
const fetch: typeof globalThis.fetch = (input, init) => server.api.fetch(new Request(input, init));
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
afterEach(() => document.getElementById('menu-panel')?.remove());

const remotes = {
  owning: (path: string) => (/^\/(my-page|account)/.test(path) ? 'account' : undefined),
  load: async () =>
    remoteWith({
      '/my-page': { heading: 'Home' },
      '/account/change-email/form': { heading: 'New address' },
    }),
};

async function openPage(
  path: string,
  password?: string,
  released: TestPortalOptions['released'] = {},
): Promise<TestPortal> {
  const { id } = await server.createMember({ firstName: 'Hanako', ...(password && { password }) });
  const { accessToken } = await server.signInAs(id);
  const portal = await openPortal({
    path,
    accessToken,
    fetch,
    remotes,
    released: { ...MENU_PARTS, ...released },
    shellRoutes: { '/terms-of-service': menuRoute('Terms of service', { foot: true, order: 20 }) },
  });
  await screen.findByText('Hanako');
  return portal;
}

async function openMenu(...page: Parameters<typeof openPage>): Promise<TestPortal> {
  const portal = await openPage(...page);
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
  await screen.findByRole('dialog', { name: 'Menu' });
  await menu().findByRole('link', { name: 'Home' });
  return portal;
}

const menu = () => within(screen.getByRole('dialog'));

const menuButton = () => screen.getByRole('button', { name: 'Menu' });
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

// jsdom knows no popovers.
// @proves 2.68 2.123
test('closes on its icon, giving the focus back', async () => {
  await openMenu('/en/my-page');
  await userEvent.click(menu().getByRole('button', { name: 'Close' }));
  await isClosed();
  expect(menuButton()).toHaveFocus();
});

// @proves 2.122
test('takes the place of what the page has drawn, with the focus and the open groups', async () => {
  document.body.insertAdjacentHTML(
    'beforeend',
    `<div id="menu-panel" popover="auto" role="dialog" aria-labelledby="menu-panel-title">
      <h2 id="menu-panel-title">Menu</h2>
      <details open>
        <summary>Account settings</summary>
        <a href="/en/account/change-email">Change email</a>
      </details>
    </div>`,
  );
  const panel = document.getElementById('menu-panel');
  panel?.showPopover();
  const drawn = menu().getByRole('link', { name: 'Change email' });
  drawn.focus();
  await openPage('/en/my-page');
  await waitFor(() => expect(drawn).not.toBeInTheDocument());
  expect(screen.getByRole('dialog', { name: 'Menu' })).toBe(panel);
  expect(menu().getByRole('link', { name: 'Change email' })).toHaveFocus();
});
