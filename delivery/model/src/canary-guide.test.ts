import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sliceCookie, sliceOf } from './canary.ts';
import { SLICES } from './state.ts';

const GUIDE = readFileSync(join(import.meta.dirname, '../../../docs/canary.md'), 'utf8');
const CODE = /```js\nexport default (.*?)```/s.exec(GUIDE)?.[1] ?? '';

type Sent = { readonly url: string; readonly headers: Headers; readonly cf: { cacheKey: string } };
type Worker = { fetch(request: Request): Promise<Response> };

/** The worker of the guide, in front of a server that records what it is asked. */
function worker(): { worker: Worker; sent: Sent[] } {
  const sent: Sent[] = [];
  const server = async (url: string, options: Omit<Sent, 'url'>) => {
    sent.push({ url, ...options });
    return new Response('page', { status: 404, headers: { 'cache-control': 'no-cache' } });
  };
  return { worker: new Function('fetch', `return ${CODE}`)(server), sent };
}

const request = (cookie?: string) =>
  new Request('https://portal.example/account?a=1', { headers: cookie ? { cookie } : {} });

test('the worker of the guide keeps a slice and tells the server nothing else', async () => {
  for (let slice = 0; slice < SLICES; slice++) {
    const { worker: edge, sent } = worker();
    const [pair = ''] = sliceCookie(slice, { secure: true }).split(';');
    const response = await edge.fetch(request(`session=secret; ${pair}; other=1`));
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(sent[0]?.headers.get('cookie')).toBe(pair);
    expect(sent[0]?.cf.cacheKey).toBe(`https://portal.example/account?a=1#${pair.slice(-2)}`);
  }
});

test.each([undefined, 'portal_slice=0F', 'portal_slice=100', 'xportal_slice=00'])(
  'it draws a slice for a browser with the cookies %p, and leaves the answer as it is',
  async (cookies) => {
    const { worker: edge, sent } = worker();
    const response = await edge.fetch(request(cookies));
    const slice = sliceOf(sent[0]?.headers.get('cookie') ?? undefined);
    expect(slice).toBeDefined();
    expect(response.headers.get('set-cookie')).toBe(sliceCookie(slice ?? -1, { secure: true }));
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('page');
  },
);
