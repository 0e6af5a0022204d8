import { type PushScope, showPushMessages } from './push.ts';

const ORIGIN = 'https://portal.example';
type Shown = { readonly title: string; readonly options: NotificationOptions };

/** A browser with these tabs, which records what the worker does. */
function startWorker(tabs: readonly string[] = []) {
  const listeners = new Map<string, (event: never) => void>();
  const shown: Shown[] = [];
  const opened: string[] = [];
  const tabOf = (url: string) => ({
    url,
    async focus() {
      return tabOf(url);
    },
    async navigate(to: string) {
      opened.push(`${url} → ${to}`);
    },
  });
  const scope: PushScope = {
    location: { origin: ORIGIN },
    registration: {
      async showNotification(title, options) {
        shown.push({ title, options });
      },
    },
    clients: { matchAll: async () => tabs.map(tabOf), openWindow: async (url) => opened.push(url) },
    addEventListener: (type: string, listener: (event: never) => void) =>
      void listeners.set(type, listener),
  };
  showPushMessages(scope);
  async function dispatch(type: string, event: object): Promise<void> {
    const work: Promise<unknown>[] = [];
    const life = { waitUntil: (one: Promise<unknown>) => work.push(one) };
    listeners.get(type)?.({ ...event, ...life } as never);
    await Promise.all(work);
  }
  return {
    shown,
    opened,
    push: (text: string | null) =>
      dispatch('push', { data: text === null ? null : { json: () => JSON.parse(text) } }),
    async press(url: unknown): Promise<boolean> {
      let closed = false;
      const close = () => {
        closed = true;
      };
      await dispatch('notificationclick', { notification: { data: { url }, close } });
      return closed;
    },
  };
}

// @proves 14.170 15.39
test('shows a message of the server, in its language', async () => {
  const { push, shown } = startWorker();
  await push(
    JSON.stringify({ title: '明日から', body: 'ご確認ください', url: '/my-page', lang: 'ja' }),
  );
  expect(shown).toEqual([
    {
      title: '明日から',
      options: { body: 'ご確認ください', lang: 'ja', tag: '明日から', data: { url: '/my-page' } },
    },
  ]);
});

// @proves 14.170 15.39
test.each([
  'https://evil.example/',
  '//evil.example/',
  '\\\\evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://portal.example.evil.example/',
  'http://portal.example/',
  'https://',
  '',
  7,
  undefined,
])('a press opens the own origin only, for %j', async (url) => {
  const { press, opened } = startWorker();
  await press(url);
  expect(opened).toHaveLength(1);
  expect(opened[0]).toMatch(/^https:\/\/portal\.example\//);
});
