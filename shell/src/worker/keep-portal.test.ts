import { startTestServer, type TestServer } from '@portal/server-testing';
import { signOut } from '@portal/shared-auth';
import { KEPT_CACHE, type KeepPage, type Ping } from '@portal/shared-contract/worker';
import { waitFor } from '@testing-library/react';
import { openPortal } from '../testing/portal.tsx';
import { remoteWith } from '../testing/remote.tsx';
import { keepPortal } from './keep-portal.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const remotes = {
  owning: (path: string) => (/^\/my-page/.test(path) ? 'mypage' : undefined),
  load: async () => remoteWith({ '/my-page': { heading: 'Home' } }),
};

/** The browser's workers, as far as the portal uses them. */
function container({ isHung = false } = {}) {
  const registered: string[] = [];
  const messages: unknown[] = [];
  const active = {
    postMessage(message: Ping | KeepPage, [port]: MessagePort[] = []) {
      if (message.type !== 'ping') messages.push(message);
      if (message.type !== 'ping' || !isHung) port?.postMessage('answered');
    },
  };
  const unregister = async () => void registered.pop();
  return {
    registered,
    messages,
    register: async (address: string | URL) => {
      registered.push(String(address));
      return {} as ServiceWorkerRegistration;
    },
    ready: Promise.resolve({ active, unregister } as unknown as ServiceWorkerRegistration),
  };
}

/** What is made and removed of the browser's caches, of which jsdom has none. */
function recordCaches() {
  const made: string[] = [];
  const removed: string[] = [];
  const caches = {
    open: async (name: string) => void made.push(name),
    delete: async (name: string) => removed.push(name) > 0,
  };
  Object.assign(window, { caches });
  return { made, removed };
}

async function open(isSignedIn: boolean) {
  const { id } = await server.createMember({});
  const { accessToken } = await server.signInAs(id);
  await openPortal({
    path: isSignedIn ? '/en/my-page' : '/en',
    ...(isSignedIn && { accessToken }),
    remotes,
    fetch: (input, init) => server.api.fetch(new Request(input, init)),
  });
  // jsdom measures no files.
  performance.getEntriesByType ??= () => [];
}

// @proves 14.160
test('a browser in which a member is signed in gets the worker, which is asked to keep the home in its language', async () => {
  await open(true);
  const { made } = recordCaches();
  const browser = container();
  keepPortal({ locale: 'en', container: browser });
  await waitFor(() => expect(browser.messages).toHaveLength(1));
  expect(browser.registered).toEqual(['/worker.js']);
  expect(made).toEqual([KEPT_CACHE]);
  expect(browser.messages[0]).toMatchObject({ type: 'keep', path: '/en/my-page' });
});

// @proves 14.172
test('what a session has shown is not kept when it has ended before the worker is asked', async () => {
  await open(true);
  const browser = container();
  const kept = keepPortal({
    locale: 'en',
    container: {
      ...browser,
      register: async (address) => {
        await signOut();
        return browser.register(address);
      },
    },
  });
  await kept;
  expect(browser.registered).toEqual(['/worker.js']);
  expect(browser.messages).toEqual([]);
});

// @proves 7.791
test('the page of a main screen whose first view was shown is kept too, and the home last', async () => {
  await open(true);
  const source = { pathname: '/en/account', templates: [], answers: new Map() };
  Object.assign(window.portal, { firstViewSource: () => source });
  const browser = container();
  keepPortal({ locale: 'en', container: browser });
  await waitFor(() => expect(browser.messages).toHaveLength(2));
  expect(browser.messages).toMatchObject([{ path: '/en/account' }, { path: '/en/my-page' }]);
});

// @proves 14.160 14.172
test('a visitor gets none, and what a worker has left of a session that ended is removed', async () => {
  await open(false);
  const { removed } = recordCaches();
  const browser = container();
  await keepPortal({ locale: 'en', container: browser });
  expect(browser.registered).toEqual([]);
  expect(removed).toEqual([KEPT_CACHE]);
});

// @proves 14.163
test('nobody gets one where the operator has switched it off', async () => {
  await open(true);
  Object.assign(window.portal, { config: { ...window.portal.config, worker: false } });
  const browser = container();
  keepPortal({ locale: 'en', container: browser });
  expect(browser.registered).toEqual([]);
});

// @proves 14.692
test.each([
  ['whose thread is held is removed', true, []],
  ['that answers stays', false, ['/worker.js']],
])('a worker %s', async (_, isHung, left) => {
  await open(true);
  const browser = container({ isHung });
  let passes = () => {};
  const limit = new Promise<void>((resolve) => {
    passes = resolve;
  });
  keepPortal({ locale: 'en', container: browser, wait: () => limit });
  await waitFor(() => expect(browser.messages).toHaveLength(1));
  expect(browser.registered).toEqual(['/worker.js']);
  passes();
  await waitFor(() => expect(browser.registered).toEqual(left));
});
