import { endpoint } from '@portal/shared-contract';
import * as v from 'valibot';
import { answerKey, forgetAnswers, rememberedAnswer } from './answer-store.ts';
import { type ApiSetup, createApiClient, type ProveBrowser } from './client.ts';
import type { TokenSource } from './tokens.ts';

const Item = v.object({ id: v.string() });
const getItem = endpoint('GET', '/items/{id}', {
  access: 'member',
  summary: 'One item.',
  params: v.object({ id: v.string() }),
  answer: Item,
});
const listItems = endpoint('GET', '/items', {
  access: 'member',
  summary: 'Items.',
  query: v.object({ page: v.optional(v.number()), limit: v.optional(v.number()) }),
  answer: v.array(Item),
});
const addItem = endpoint('POST', '/items', {
  access: 'member',
  protection: { none: 'an example' },
  value: 'none',
  summary: 'A new item.',
  body: v.union([v.object({ name: v.string() }), v.instance(FormData)]),
  answer: Item,
});
const writes = (['POST', 'PUT', 'DELETE'] as const).map((method) =>
  endpoint(method, '/items', {
    access: 'member',
    protection: { none: 'an example' },
    value: 'none',
    summary: 'A write.',
  }),
);

type Answer = Response | Error | (() => Response | Promise<Response>);

/** A client whose network gives the listed answers, in turn; the last one stays. */
function clientOf(answers: Answer[], setup: Partial<ApiSetup> = {}) {
  const requests: Request[] = [];
  let notFound = 0;
  const refused: string[] = [];
  const call = createApiClient({
    locale: () => 'ja',
    config: { apiUrl: 'http://portal.example/api' },
    tokens: tokensOf('first'),
    onNotFound: () => {
      notFound += 1;
    },
    onRefused: (code) => void refused.push(code),
    fetch: async (input, init) => {
      requests.push(new Request(input, init));
      const answer = (answers.length > 1 ? answers.shift() : answers[0]) as Answer;
      if (answer instanceof Error) throw answer;
      return answer instanceof Response ? answer.clone() : answer();
    },
    ...setup,
  });
  return { call, requests, notFound: () => notFound, refused };
}

function tokensOf(token?: string, renew?: TokenSource['renew']): TokenSource {
  return {
    accessToken: async () => token,
    renew: renew ?? (async () => ({ ok: true, accessToken: 'second' })),
  };
}

const json = (body: unknown, status = 200, headers = {}) =>
  Response.json(body, { status, headers });
const offline = () => new TypeError('Failed to fetch');
const item = { params: { id: 'a' } };

// @proves 7.1 7.3
test('sends the bearer token, asks for JSON and parses the answer', async () => {
  const { call, requests } = clientOf([json({ id: 'a', more: 1 })]);
  expect(await call(getItem, item)).toEqual({ ok: true, data: { id: 'a' }, status: 200 });
  expect(requests[0]?.url).toBe('http://portal.example/api/items/a');
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer first');
  expect(requests[0]?.headers.get('accept')).toBe('application/json');
  expect(requests[0]?.headers.has('x-api-key')).toBe(false);
});

test('sends no bearer for a visitor, and the API key when one is configured', async () => {
  const { call, requests } = clientOf([json([])], {
    tokens: tokensOf(undefined),
    config: { apiUrl: 'http://portal.example/api', apiKey: 'k' },
  });
  await call(listItems);
  expect(requests[0]?.headers.has('authorization')).toBe(false);
  expect(requests[0]?.headers.get('x-api-key')).toBe('k');
});

// @proves 7.3
test('asks in the language of the page that is being opened, once a router knows it', async () => {
  document.documentElement.lang = 'ja';
  const { call, requests } = clientOf([json({ id: 'a' })], { locale: () => 'en' });
  await call(getItem, item);
  expect(requests[0]?.headers.get('accept-language')).toBe('en');
});

// @proves 7.5
test('the query is sent, and a mock host takes the place of the API', async () => {
  const { call, requests } = clientOf([json([])], {
    config: { apiUrl: 'http://portal.example/api', mockUrl: 'http://mock.example' },
  });
  await call(listItems, { query: { page: 2 } }, { mock: true });
  expect(requests[0]?.url).toBe('http://mock.example/items?page=2');
});

// @proves 7.4
test("a caller's Content-Type that is not JSON is removed, so that a form gets its boundary", async () => {
  const { call, requests } = clientOf([json({ id: 'a' })]);
  const body = new FormData();
  body.append('name', '花子');
  await call(addItem, { body }, { headers: { 'Content-Type': 'multipart/form-data' } });
  expect(requests[0]?.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
});

// @proves 7.10 7.11
describe('retries', () => {
  const RETRIED = [408, 409, 425, 429, 500, 502, 503, 504];

  test.each(RETRIED)('a GET answered %i is sent once more', async (status) => {
    const { call, requests } = clientOf([json({}, status), json({ id: 'a' })]);
    expect(await call(getItem, item)).toMatchObject({ ok: true });
    expect(requests).toHaveLength(2);
  });

  // @proves 9.72
  test('a GET that a busy server refuses is sent again after the wait that it asks for', async () => {
    jest.useFakeTimers();
    try {
      const busy = json({ error: 'server.unavailable' }, 503, { 'retry-after': '2' });
      const { call, requests } = clientOf([busy, json({ id: 'a' })]);
      const answer = call(getItem, item);
      await jest.advanceTimersByTimeAsync(1_999);
      expect(requests).toHaveLength(1);
      await jest.advanceTimersByTimeAsync(1);
      expect(await answer).toMatchObject({ ok: true });
    } finally {
      jest.useRealTimers();
    }
  });

  // @proves 7.12
  test.each([400, 451, 499, 500, 599])('an answer of %i is an error', async (status) => {
    const { call } = clientOf([json({ id: 'a' }, status)]);
    expect(await call(getItem, item)).toMatchObject({ ok: false, error: { kind: 'api', status } });
  });

  // @proves 7.9
  test.each([400, 403, 404, 413, 422])('a GET answered %i is not sent again', async (status) => {
    const { call, requests } = clientOf([json({}, status)]);
    expect(await call(getItem, item)).toMatchObject({ ok: false, error: { kind: 'api', status } });
    expect(requests).toHaveLength(1);
  });

  test.each(
    writes.flatMap((write) => RETRIED.map((status) => [write.method, status, write] as const)),
  )('a %s answered %i is never sent again', async (_method, status, write) => {
    const { call, requests } = clientOf([json({}, status)]);
    expect(await call(write)).toMatchObject({ ok: false });
    expect(requests).toHaveLength(1);
  });
});

describe('401', () => {
  // @proves 7.6
  test('renews the token once and calls again with the new one', async () => {
    const stale: string[] = [];
    const tokens = tokensOf('first', async (token) => {
      stale.push(token);
      return { ok: true, accessToken: 'second' };
    });
    const { call, requests } = clientOf([json({}, 401), json({ id: 'a' })], { tokens });
    expect(await call(getItem, item)).toMatchObject({ ok: true });
    expect(stale).toEqual(['first']);
    expect(requests.map((request) => request.headers.get('authorization'))).toEqual([
      'Bearer first',
      'Bearer second',
    ]);
  });

  // @proves 7.6
  test('twenty calls that meet it together share one renewal', async () => {
    let renewals = 0;
    const tokens = tokensOf('first', async () => {
      renewals += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return { ok: true, accessToken: 'second' };
    });
    const call = createApiClient({
      locale: () => 'ja',
      config: { apiUrl: 'http://portal.example/api' },
      tokens,
      onNotFound: () => {},
      onRefused: () => {},
      fetch: async (input, init) =>
        new Request(input, init).headers.get('authorization') === 'Bearer second'
          ? json({ id: 'a' })
          : json({}, 401),
    });
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(getItem, item)));
    expect(answers.every((answer) => answer.ok)).toBe(true);
    expect(renewals).toBe(1);
  });

  // @proves 7.7
  test('a failed renewal fails the call with its error', async () => {
    const tokens = tokensOf('first', async () => ({ ok: false, reason: 'invalid_grant' }));
    const { call, requests } = clientOf([json({}, 401)], { tokens });
    expect(await call(getItem, item)).toEqual({
      ok: false,
      error: { kind: 'session', reason: 'invalid_grant' },
    });
    expect(requests).toHaveLength(1);
  });

  test('an identity provider out of reach is a broken connection, not an ended session', async () => {
    const tokens = tokensOf('first', async () => ({ ok: false, reason: 'unreachable' }));
    const { call } = clientOf([json({}, 401)], { tokens });
    expect(await call(getItem, item)).toEqual({ ok: false, error: { kind: 'offline' } });
  });

  test('a second 401 is the answer: no circle', async () => {
    const { call, requests } = clientOf([json({ error: 'auth.unauthorized' }, 401)]);
    expect(await call(getItem, item)).toEqual({
      ok: false,
      error: { kind: 'api', status: 401, code: 'auth.unauthorized' },
    });
    expect(requests).toHaveLength(2);
  });
});

describe('a call that needs the proof of the browser', () => {
  const getSecret = endpoint('GET', '/secret', {
    access: 'member',
    protection: 'browser',
    summary: 'A secret.',
    answer: Item,
  });
  type Proven = Parameters<ProveBrowser>[0];

  /** A browser whose proofs are numbered, and what each of them was for. */
  function proving() {
    const asked: Proven[] = [];
    const proveBrowser: ProveBrowser = async (call) => `proof ${asked.push(call)}`;
    return { asked, proveBrowser };
  }
  const proofs = (requests: Request[]) => requests.map(({ headers }) => headers.get('dpop'));

  test('carries one for its method, address and token; other calls carry none', async () => {
    const { asked, proveBrowser } = proving();
    const { call, requests } = clientOf([json({ id: 'a' })], { proveBrowser });
    await call(getSecret);
    await call(getItem, item);
    expect(proofs(requests)).toEqual(['proof 1', null]);
    const url = 'http://portal.example/api/secret';
    expect(asked).toMatchObject([{ method: 'GET', url, accessToken: 'first' }]);
  });

  // @proves 7.10 11.25
  test('carries another one at each try, because each is good once', async () => {
    const { proveBrowser } = proving();
    const answers = [json({}, 503), json({}, 401), json({ id: 'a' })];
    const { call, requests } = clientOf(answers, { proveBrowser });
    expect(await call(getSecret)).toMatchObject({ ok: true });
    expect(proofs(requests)).toEqual(['proof 1', 'proof 2', 'proof 3']);
  });

  const refusedAt = (date: number) =>
    Response.json(
      { error: 'auth.browser_unknown' },
      { status: 403, headers: { date: new Date(date).toUTCString() } },
    );

  test('is made once more with the time of the server where the clock is wrong', async () => {
    const hour = 60 * 60 * 1000;
    const { asked, proveBrowser } = proving();
    const answers = [refusedAt(Date.now() + hour), json({ id: 'a' })];
    const { call } = clientOf(answers, { proveBrowser });
    expect(await call(getSecret)).toMatchObject({ ok: true });
    expect(Math.abs((asked[1]?.now ?? 0) - Date.now() - hour)).toBeLessThan(60_000);
  });

  test('is not made once more where the clock is right', async () => {
    const { proveBrowser } = proving();
    const { call, requests } = clientOf([refusedAt(Date.now())], { proveBrowser });
    expect(await call(getSecret)).toMatchObject({
      ok: false,
      error: { kind: 'api', status: 403, code: 'auth.browser_unknown' },
    });
    expect(requests).toHaveLength(1);
  });

  // @proves 7.13
  test('ends in time where the browser does not come to a proof', async () => {
    const proveBrowser = () => new Promise<string>(() => {});
    const fetch: ApiSetup['fetch'] = async (_input, init) => {
      init?.signal?.throwIfAborted();
      return json({ id: 'a' });
    };
    const { call } = clientOf([], { proveBrowser, fetch });
    expect(await call(getSecret, {}, { timeoutMs: 5 })).toEqual({
      ok: false,
      error: { kind: 'timeout' },
    });
  });
});

describe('404', () => {
  test.each([
    ['navigation', 404, 'request.not_found', 1],
    ['navigation', 404, 'ap_passport.not_found', 1],
    ['navigation', 403, 'ap_passport.user.access_denied', 1],
    ['navigation', 403, 'ap_passport.canceled_at.access_denied', 0],
    ['form', 404, 'request.not_found', 0],
    ['background', 404, 'request.not_found', 0],
    [undefined, 404, 'request.not_found', 0],
  ] as const)(
    'purpose %s, status %i, %s: leads to /404 %i times',
    async (purpose, status, error, times) => {
      const { call, notFound } = clientOf([json({ error }, status)]);
      const answer = await call(getItem, item, purpose && { purpose });
      expect(answer).toMatchObject({ ok: false, error: { kind: 'api', code: error } });
      expect(notFound()).toBe(times);
    },
  );
});

describe('what the server refuses', () => {
  test.each([
    [422, { error: 'user.code_invalid' }, 'user.code_invalid'],
    [429, { error: 'too_many_attempts' }, 'too_many_attempts'],
    [429, 'slow down', 'too_many_attempts'],
    [418, { error: 'a.code.of.tomorrow' }, 'server.error'],
    [418, { error: 'x', error_descriptions: { name: ['required.name'] } }, 'request.invalid'],
    [502, '<html>', 'server.unavailable'],
    [500, null, 'server.error'],
    [422, { error: 'toString' }, 'server.error'],
  ])('%i %j has the code %s', async (status, body, code) => {
    const { call } = clientOf([json(body, status)]);
    expect(await call(addItem, { body: { name: '' } })).toMatchObject({
      ok: false,
      error: { kind: 'api', status, code },
    });
  });

  test('descriptions and request id come along', async () => {
    const body = { error: 'request.invalid', error_descriptions: { name: ['required.name'] } };
    const { call } = clientOf([json(body, 422, { 'x-request-id': 'r1' })]);
    expect(await call(addItem, { body: { name: '' } })).toEqual({
      ok: false,
      error: {
        kind: 'api',
        status: 422,
        code: 'request.invalid',
        descriptions: { name: ['required.name'] },
        requestId: 'r1',
      },
    });
  });
});

describe('a bad connection', () => {
  test('that never reaches the server is offline; a GET tries twice', async () => {
    const { call, requests } = clientOf([offline()]);
    expect(await call(getItem, item)).toEqual({ ok: false, error: { kind: 'offline' } });
    expect(requests).toHaveLength(2);
  });

  const never: Answer = () => new Promise<Response>(() => {});
  const listening: Partial<ApiSetup> = {
    fetch: (_input, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () =>
          reject(new DOMException('The operation was aborted', 'AbortError')),
        );
      }),
  };

  test('that does not answer in time is a time-out', async () => {
    const { call } = clientOf([never], listening);
    expect(await call(getItem, item, { timeoutMs: 5 })).toEqual({
      ok: false,
      error: { kind: 'timeout' },
    });
  });

  test('that does not answer ends a call of a view within the time of the view', async () => {
    let asked = 0;
    const viewCallLimit = () => {
      asked += 1;
      return 5;
    };
    const { call } = clientOf([never], { ...listening, viewCallLimit });
    expect(await call(getItem, item)).toEqual({ ok: false, error: { kind: 'timeout' } });
    expect(asked).toBe(1);
  });

  test('a call that its caller gives up is aborted', async () => {
    const { call } = clientOf([never], listening);
    const controller = new AbortController();
    const answer = call(getItem, item, { signal: controller.signal });
    controller.abort();
    expect(await answer).toEqual({ ok: false, error: { kind: 'aborted' } });
  });
});

describe('an early answer', () => {
  const earlyWith = (path: string, answer: Promise<Response>) => ({
    early: new Map([[path, answer]]),
  });

  test('is taken once, whatever the order of its query', async () => {
    const setup = earlyWith('/items?limit=5&page=1', Promise.resolve(json([{ id: 'early' }])));
    const { call, requests } = clientOf([json([{ id: 'late' }])], setup);
    const query = { page: 1, limit: 5 };
    expect(await call(listItems, { query })).toMatchObject({ data: [{ id: 'early' }] });
    expect(requests).toHaveLength(0);
    expect(await call(listItems, { query })).toMatchObject({ data: [{ id: 'late' }] });
  });

  test('of 401 goes straight to the renewal, with the token that the boot script sent', async () => {
    const stale: string[] = [];
    const tokens = tokensOf('first', async (token) => {
      stale.push(token);
      return { ok: true, accessToken: 'second' };
    });
    const { call, requests } = clientOf([json({ id: 'a' })], {
      ...earlyWith('/items/a', Promise.resolve(json({}, 401))),
      tokens,
    });
    expect(await call(getItem, item)).toMatchObject({ ok: true });
    expect(stale).toEqual(['first']);
    expect(requests).toHaveLength(1);
  });
});

test('an answer of another shape gets the 500 message, and its values are not written anywhere', async () => {
  const lines: unknown[][] = [];
  const spy = jest.spyOn(console, 'error').mockImplementation((...line) => lines.push(line));
  const { call } = clientOf([json({ id: 42, secret: 'do not log me' })]);
  expect(await call(getItem, item)).toEqual({
    ok: false,
    error: { kind: 'api', status: 200, code: 'server.error' },
  });
  spy.mockRestore();
  expect(JSON.stringify(lines)).toContain('id');
  expect(JSON.stringify(lines)).not.toContain('do not log me');
});

describe('what is known', () => {
  const shown = { purpose: 'navigation' } as const;
  const key = answerKey('/items/a', 'ja');

  beforeEach(() => forgetAnswers(undefined));

  // @proves 2.86
  test.each(writes)(
    'is forgotten after a $method, even where its answer was lost',
    async (write) => {
      const { call } = clientOf([json({ id: 'a' }), offline()]);
      await call(getItem, item, shown);
      await call(write);
      expect(rememberedAnswer(key)).toBeUndefined();
    },
  );
});

// @proves 11.491
test('does the work that a call is made to wait for, and makes the call once more', async () => {
  const work = { challenge: 'a-challenge', bits: 4, iterations: 10 };
  const refusal = { error: 'user.send_code.work_required', work };
  const { call, requests } = clientOf([json(refusal, 428), json({ id: 'a' })]);
  const input = { body: { name: 'Kasa' } };
  expect(await call(addItem, input, { purpose: 'form' })).toMatchObject({ ok: true });
  expect(requests).toHaveLength(2);
  expect(requests[0]?.headers.has('x-code-work')).toBe(false);
  expect(requests[1]?.headers.get('x-code-work')).toMatch(/^a-challenge\.\d+$/);
  expect(await requests[1]?.json()).toEqual(input.body);
});
