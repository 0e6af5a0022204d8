import { beginSilentCheck, SILENT_CHECK_MESSAGE } from './silent-check.ts';
import { SILENT_CHECK_SCRIPT } from './silent-check-page.ts';

const idp = {
  idpUrl: 'http://id.example',
  clientId: 'portal',
  responseType: 'code',
  silentRedirectUri: 'http://localhost:4300/silent-check.html',
} as const;

beforeEach(() => jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] }));
afterEach(() => {
  jest.useRealTimers();
  document.body.replaceChildren();
});

async function frameOf(): Promise<HTMLIFrameElement> {
  for (;;) {
    const frame = document.querySelector('iframe');
    if (frame) return frame;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

type Post = { origin?: string; source?: MessageEventSource | null; data?: unknown };
const post = ({ origin = location.origin, source, data }: Post) =>
  window.dispatchEvent(new MessageEvent('message', { origin, source: source ?? null, data }));
const answer = { type: SILENT_CHECK_MESSAGE, search: '?code=c&state=s' };

// @proves 7.75 10.12
test('asks with prompt=none in a hidden frame and hears our own page there', async () => {
  const check = beginSilentCheck(idp, 'en');
  const frame = await frameOf();
  const { searchParams, pathname } = new URL(frame.src);
  expect(pathname).toBe('/authorize');
  expect(Object.fromEntries(searchParams)).toMatchObject({
    prompt: 'none',
    scope: 'openid',
    redirect_uri: idp.silentRedirectUri,
    state: check.state,
    nonce: check.nonce,
    ui_locale: 'en',
  });
  expect(frame).not.toBeVisible();
  post({ source: frame.contentWindow, data: answer });
  expect(await check.answer).toBe('?code=c&state=s');
  expect(document.querySelector('iframe')).toBeNull();
});

// @proves 10.13
test('hears nobody else: other origins, other windows, other messages', async () => {
  const check = beginSilentCheck(idp, 'ja');
  const frame = await frameOf();
  post({ source: frame.contentWindow, origin: 'http://evil.example', data: answer });
  post({ source: window, data: answer });
  post({ source: null, data: answer });
  post({ source: frame.contentWindow, data: { ...answer, type: 'other' } });
  post({ source: frame.contentWindow, data: 'text' });
  post({ source: frame.contentWindow });
  jest.advanceTimersByTime(10_000);
  await expect(check.answer).rejects.toThrow('did not answer');
  expect(document.querySelector('iframe')).toBeNull();
});

// @proves 10.492
test("the page's script tells its parent, and only a parent of our own origin; without one it goes home", () => {
  const told: unknown[] = [];
  const left: string[] = [];
  const run = (parentIsSelf: boolean) => {
    const own = {};
    const parent = parentIsSelf
      ? own
      : { postMessage: (...message: unknown[]) => told.push(message) };
    const page = {
      search: '?error=login_required',
      origin: 'http://localhost:4300',
      replace: (address: string) => left.push(address),
    };
    new Function('window', 'parent', 'location', SILENT_CHECK_SCRIPT)(own, parent, page);
  };
  run(true);
  expect([told, left]).toEqual([[], ['/']]);
  run(false);
  expect(left).toHaveLength(1);
  expect(told).toEqual([
    [{ type: SILENT_CHECK_MESSAGE, search: '?error=login_required' }, 'http://localhost:4300'],
  ]);
});
