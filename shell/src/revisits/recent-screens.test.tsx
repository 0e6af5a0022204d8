import { startTestServer, type TestServer } from '@portal/server-testing';
import { call } from '@portal/shared-api';
import { signOut } from '@portal/shared-auth';
import { markAllNotificationsRead } from '@portal/shared-contract';
import { type RouteRow, useLoaderData } from '@portal/shared-routing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openPortal, type TestPortal } from '../testing/portal.tsx';
import { remoteWith } from '../testing/remote.tsx';
import { keepRecentScreens } from './recent-screens.ts';

let server: TestServer;
let stop: (() => void) | undefined;
let scrollY = 0;
beforeAll(async () => {
  server = await startTestServer();
  // jsdom has no layout.
  Object.defineProperty(window, 'scrollY', { get: () => scrollY, configurable: true });
  window.scrollTo = ((_: number, y: number) => {
    scrollY = y;
  }) as typeof window.scrollTo;
});
afterEach(() => {
  stop?.();
  setMemory(undefined);
});
afterAll(() => server.close());

type Answer = string | Response | Error;
/** What the loader of a path answers; by default its path. */
const answers = new Map<string, Promise<Answer>>();
beforeEach(() => answers.clear());

const loader: NonNullable<Awaited<ReturnType<RouteRow['lazy']>>['loader']> = async ({ url }) => {
  const path = url.pathname.replace('/en', '');
  const answer = (await answers.get(path)) ?? `${path}${url.search}`;
  if (typeof answer !== 'string') throw answer;
  return answer;
};

function Screen() {
  return (
    <>
      <h1>{useLoaderData<string>()}</h1>
      <label>
        Filter <input />
      </label>
    </>
  );
}

function WithDialog() {
  return (
    <>
      <h1>{useLoaderData<string>()}</h1>
      <dialog open>A code</dialog>
    </>
  );
}

const ROW = { keepAlive: true, lazy: async () => ({ loader, Component: Screen }) } as const;
const rows = {
  '/my-page': { heading: 'Home', ...ROW },
  '/my-page/a': { heading: 'A', ...ROW },
  '/my-page/b': { heading: 'B', ...ROW },
  '/my-page/c': { heading: 'C', ...ROW },
  '/my-page/form': { heading: 'Form', lazy: ROW.lazy },
  '/my-page/code': {
    heading: 'Code',
    ...ROW,
    lazy: async () => ({ loader, Component: WithDialog }),
  },
} as const;

/** Opens the home as a member, with its recent screens. */
async function open(path = '/en/my-page') {
  const { id } = await server.createMember();
  const portal = await openPortal({
    path,
    ...(await server.signInAs(id)),
    fetch: (input, init) => server.api.fetch(new Request(input, init)),
    remotes: {
      owning: (bare) => (bare.startsWith('/my-page') ? 'mypage' : undefined),
      load: async () => remoteWith(rows),
    },
  });
  stop = keepRecentScreens(portal.router);
  await inSightIs(path.replace('/en', ''));
  return portal;
}

const h1s = (which: string) => [...document.querySelectorAll(`main > ${which} h1`)];
const inSight = () => h1s('div:not([inert])').map((h1) => h1.textContent);
const recent = () => h1s('[inert]').map((h1) => h1.textContent);
const inSightIs = (heading: string) => waitFor(() => expect(inSight()).toEqual([heading]));

async function go({ router }: TestPortal, ...paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await act(() => router.navigate(`/en${path}`));
    await inSightIs(path);
  }
}
/** Presses a link or Back; the loader's answer is not there yet. */
function press({ router }: TestPortal, to: string | number): void {
  act(() => void router.navigate(to as string));
}
function hold(path: string) {
  const held = Promise.withResolvers<Answer>();
  answers.set(path, held.promise);
  return (answer: Answer) => act(async () => held.resolve(answer));
}
function setMemory(gigabytes: number | undefined): void {
  Object.defineProperty(navigator, 'deviceMemory', { value: gigabytes, configurable: true });
}

// @proves 2.115
test('a return shows the screen at once, as it was left, and merges what is new', async () => {
  const portal = await open();
  const filter = screen.getByRole('textbox');
  await userEvent.type(filter, 'wind');
  await go(portal, '/my-page/a');
  expect(recent()).toEqual(['/my-page']);
  const answer = hold('/my-page');
  press(portal, '/en/my-page');
  expect(inSight()).toEqual(['/my-page']);
  expect(recent()).toEqual(['/my-page/a']);
  expect(portal.at()).toBe('/en/my-page/a');
  await answer('New on the home');
  await inSightIs('New on the home');
  expect(portal.at()).toBe('/en/my-page');
  expect(filter).toBeInTheDocument();
  expect(filter).toHaveValue('wind');
});

// @proves 2.116
test('Back shows the place to which a screen was scrolled, and a link its top', async () => {
  const portal = await open();
  scrollY = 300;
  await go(portal, '/my-page/a');
  expect(scrollY).toBe(0);
  scrollY = 50;
  const home = hold('/my-page');
  press(portal, -1);
  await inSightIs('/my-page');
  expect(scrollY).toBe(300);
  await home('/my-page');
  await waitFor(() => expect(portal.at()).toBe('/en/my-page'));
  expect(scrollY).toBe(300);
  hold('/my-page/a');
  press(portal, '/en/my-page/a');
  expect([inSight(), scrollY]).toEqual([['/my-page/a'], 0]);
});

describe('nothing stays', () => {
  // @proves 2.117
  test('after a write, even one that failed', async () => {
    const portal = await open();
    await go(portal, '/my-page/a');
    await act(() => call(markAllNotificationsRead));
    await waitFor(() => expect(recent()).toEqual([]));
    expect(inSight()).toEqual(['/my-page/a']);
    const answer = hold('/my-page');
    press(portal, '/en/my-page');
    expect(inSight()).toEqual(['/my-page/a']);
    await answer('Afterwards');
    await inSightIs('Afterwards');
  });

  // @proves 2.117
  test('after a sign-out, and no recent screen leads anywhere', async () => {
    const portal = await open();
    await go(portal, '/my-page/a', '/my-page/form');
    await act(() => signOut());
    await waitFor(() => expect(recent()).toEqual([]));
    expect(portal.at()).toBe('/en/my-page/form');
  });

  // @proves 2.124
  test('of a form, of a screen that failed, and of one with an open dialog', async () => {
    const portal = await open();
    answers.set('/my-page/b', Promise.resolve(new Error('bug')));
    await act(() => portal.router.navigate('/en/my-page/b'));
    await screen.findByRole('button', { name: 'Try again' });
    await go(portal, '/my-page/form', '/my-page/code', '/my-page/a');
    expect(recent()).toEqual(['/my-page']);
  });
});

describe('a screen that is shown ahead', () => {
  // @proves 2.118
  test('gives way to what failed', async () => {
    const portal = await open();
    await go(portal, '/my-page/a');
    const answer = hold('/my-page');
    press(portal, '/en/my-page');
    await answer(new Error('bug'));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    expect(inSight()).not.toContain('/my-page');
    expect(recent()).toEqual(['/my-page/a']);
  });
});

// @proves 2.128
test('the work for the next page begins after the frame of the press', async () => {
  const portal = await open();
  const frames: FrameRequestCallback[] = [];
  const frame = jest.spyOn(window, 'requestAnimationFrame');
  frame.mockImplementation((callback) => frames.push(callback));
  const asked = jest.spyOn(answers, 'get');
  press(portal, '/en/my-page/form');
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(asked).not.toHaveBeenCalled();
  frame.mockRestore();
  act(() => {
    for (const callback of frames) callback(0);
  });
  await inSightIs('/my-page/form');
  expect(asked).toHaveBeenCalled();
});

// @proves 2.127
test.each([
  ['an address with a query of its own', '/en/my-page/a?page=2', true],
  ['a fragment', '/en/my-page/a#part', false],
])('%s waits for its answer', async (_, address, isSame) => {
  const portal = await open('/en/my-page/a');
  const filter = screen.getByRole('textbox');
  await go(portal, '/my-page/form');
  const answer = hold('/my-page/a');
  press(portal, address);
  expect(inSight()).toEqual(['/my-page/form']);
  await answer('Answered');
  await inSightIs('Answered');
  expect(document.contains(filter)).toBe(isSame);
});
