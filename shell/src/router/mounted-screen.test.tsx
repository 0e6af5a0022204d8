import { startTestServer, type TestServer } from '@portal/server-testing';
import { getUserinfo } from '@portal/shared-contract';
import { drawCardsWith, Slot } from '@portal/shared-ui';
import { type Mount, mountable } from '@portal/shared-ui/mountable';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openPortal } from '../testing/portal.tsx';
import { remoteWith } from '../testing/remote.tsx';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const unmounted: string[] = [];
let given: readonly string[] = [];

/** Draws by the document alone what the portal gives, and anew after each change. */
const mount: Mount = (element, { session, locale, router }) => {
  const draw = () => {
    const heading = document.createElement('h2');
    const who = session.isSignedIn() ? session.memberName() : 'nobody';
    heading.textContent = [locale.get(), router.path(), who].join(', ');
    const link = document.createElement('a');
    link.href = router.href('/account');
    link.textContent = 'Account';
    link.addEventListener('click', (event) => {
      event.preventDefault();
      router.go('/account');
    });
    const ask = document.createElement('button');
    ask.textContent = 'Ask';
    ask.addEventListener('click', async () => {
      const answer = await session.call(getUserinfo);
      ask.textContent = answer.ok ? answer.data.first_name : 'refused';
    });
    element.replaceChildren(heading, link, ask);
  };
  given = Object.keys(session).sort();
  const ends = [session, locale, router].map(({ subscribe }) => subscribe(draw));
  draw();
  return () => {
    for (const end of ends) end();
    element.replaceChildren();
    unmounted.push(router.path());
  };
};
const Mounted = mountable(mount);
const Around = () => (
  <>
    <h1>Home</h1>
    <Slot name="home.cards" />
  </>
);

const HEIGHT = { phone: 80, desktop: 80 };
const lazy = async () => ({ Component: Mounted });
const shown = () => screen.findByRole('heading', { level: 2 });

async function open(path: string) {
  unmounted.length = 0;
  const { id } = await server.createMember({
    firstName: 'Hanako',
    lastName: 'Yamada',
  });
  drawCardsWith(() => <Mounted />);
  return openPortal({
    path,
    ...(await server.signInAs(id)),
    fetch: (input, init) => server.api.fetch(new Request(input, init)),
    slots: { 'home.cards': [{ part: 'offers', height: HEIGHT }] },
    remotes: {
      owning: (bare) => (/^\/(offers|account|my-page)/.test(bare) ? 'offers' : undefined),
      load: async () =>
        remoteWith({
          '/offers': { heading: '', lazy },
          '/my-page': { heading: '', lazy: async () => ({ Component: Around }) },
          '/account': { heading: 'Account' },
        }),
    },
  });
}

// @proves 7.747
test.each([
  ['as a screen', '/en/offers?page=2', '/offers?page=2'],
  ['as a card', '/en/my-page', '/my-page'],
])('code without React, %s, has session, language and router', async (_where, path, bare) => {
  const portal = await open(path);
  const heading = await shown();
  await waitFor(() =>
    expect(heading.ownerDocument.body).toHaveTextContent(`en, ${bare}, Hanako Yamada`),
  );
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: 'Account' })).toHaveAttribute('href', '/en/account');
  await userEvent.click(main.getByRole('button', { name: 'Ask' }));
  expect(await main.findByRole('button', { name: 'Hanako' })).toBeVisible();

  await act(() => portal.router.navigate(bare));
  await waitFor(async () =>
    expect(await shown()).toHaveTextContent(`ja, ${bare.replace(/\?.*/, '')}`),
  );
  await userEvent.click(main.getByRole('link', { name: 'Account' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
  expect(portal.at()).toBe('/account');
  expect(unmounted.length).toBeGreaterThan(0);
});

// @proves 7.747
test('a sign-out takes away what it has drawn', async () => {
  const portal = await open('/en/offers');
  await shown();
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(portal.left).toEqual([expect.stringContaining('/logout?')]));
  await waitFor(() => expect(screen.queryByRole('heading', { level: 2 })).toBeNull());
  expect(unmounted).toEqual(['/offers']);
  // Nothing of it is a token.
  expect(given).toEqual(['call', 'isSignedIn', 'memberName', 'signOut', 'subscribe']);
});
