import { type Endpoint, isErrorCode } from '@portal/shared-contract';
import { signInClient } from '../testing/account-client.ts';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { contractEndpoints } from './openapi.ts';

const API = 'http://localhost:4302';
const CALLS_EACH = 40;

/** The same calls in every run: mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
const random = randomOf(20261121);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

const TEXTS = [
  '',
  'x',
  'ja',
  'signup',
  'mfa_forgot_password',
  'verify_email_link',
  'nobody@example.com',
  'a@b',
  '123456',
  '１２３ ４５６',
  'sakura-mochi-2026',
  '2026-11-01',
  '00000000-0000-4000-8000-000000000000',
  "' or 1=1 --",
  '\0',
  '\ud800',
  '\u202e',
  '../../etc/passwd',
  '__proto__',
  '🐤'.repeat(200),
  'x'.repeat(5000),
];
const VALUES: readonly (() => unknown)[] = [
  () => pick(TEXTS),
  () => pick(TEXTS),
  () => null,
  () => pick([0, -1, 1e308, 0.5, Number.MAX_SAFE_INTEGER]),
  () => pick([true, false]),
  () => [pick(TEXTS)],
  () => ({ [pick(TEXTS)]: pick(TEXTS) }),
];

/** What a field of this name is meant to hold, so that some calls come past the first check. */
const LIKELY: Readonly<Record<string, readonly unknown[]>> = {
  email: ['nobody@example.com', 'NOBODY＠example.com', 'somebody@example.com'],
  code: ['123456', '１２３ ４５６'],
  password: ['sakura-mochi-2026', 'password'],
  current_password: ['sakura-mochi-2026', 'wrong'],
  terms_version: ['2026-11-01', 'x'],
  ticket: ['made-up'],
  token: ['made-up'],
  connection_ticket: [undefined, 'made-up'],
  page: ['1', '100000'],
  limit: ['1', '100'],
  comment: ['x', null],
};
const LIKELY_SHARE = 0.85;

type Fields = Readonly<Record<string, unknown>>;
type Parts = {
  readonly entries?: Fields;
  readonly pipe?: readonly unknown[];
  readonly wrapped?: unknown;
  readonly options?: readonly unknown[];
};

/** The fields that a schema names, with their schemas, wherever it is wrapped. */
function fieldsOf(schema: unknown): Fields {
  if (typeof schema !== 'object' || schema === null) return {};
  const { entries, pipe, wrapped, options = [] } = schema as Parts;
  const inner = [...(pipe ?? []).slice(0, 1), wrapped, ...options].filter((one) => one !== schema);
  return Object.assign({}, entries, ...inner.map(fieldsOf));
}

/** The words that a schema allows, where it allows only some. */
function wordsOf(schema: unknown): readonly unknown[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { pipe, wrapped, options = [] } = schema as Parts;
  if (pipe && pipe[0] !== schema) return wordsOf(pipe[0]);
  if (wrapped) return wordsOf(wrapped);
  return options.every((option) => typeof option === 'string') ? options : [];
}

function anyValue(name: string, schema: unknown): unknown {
  const likely = [...wordsOf(schema), ...(LIKELY[name] ?? [])];
  return likely.length > 0 && random() < LIKELY_SHARE ? pick(likely) : pick(VALUES)();
}

function anyBody(endpoint: Endpoint): string {
  const kind = random();
  if (kind < 0.05) return pick(['', '{', 'null', '[]', '"x"', '1', '{"__proto__":{"a":1}}']);
  const body = Object.fromEntries(
    Object.entries(fieldsOf(endpoint.body))
      .filter(() => random() < 0.95)
      .map(([name, schema]) => [name, anyValue(name, schema)]),
  );
  return JSON.stringify({ ...body, ...(kind > 0.9 && { [pick(TEXTS)]: pick(VALUES)() }) });
}

const anyAddress = ({ path, query }: Endpoint) => {
  const filled = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(pick(TEXTS).toWellFormed()));
  const parameters = Object.entries(fieldsOf(query)).map(([name, schema]) => [
    name,
    String(anyValue(name, schema)).toWellFormed(),
  ]);
  return `${API}${filled}?${new URLSearchParams(parameters)}`;
};

describe('whatever is sent', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ config: { callsPerMinute: 1_000_000 } });
  });
  afterAll(() => server.close());

  const endpoints = contractEndpoints().map(
    (endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const,
  );
  test.each(endpoints)(
    '%s answers with a code of the catalogue and never fails',
    async (_name, endpoint) => {
      const member = await server.createMember({ password: 'sakura-mochi-2026' });
      for (let calls = 0; calls < CALLS_EACH; calls += 1) {
        const { accessToken } = await signInClient(server, member.id);
        const answer = await server.api.fetch(
          new Request(anyAddress(endpoint), {
            method: endpoint.method,
            headers: {
              'content-type': 'application/json',
              ...(endpoint.access === 'member' && { authorization: `Bearer ${accessToken}` }),
            },
            ...(endpoint.body && { body: anyBody(endpoint) }),
          }),
        );
        expect(answer.status).toBeLessThan(500);
        if (answer.status < 400) {
          await answer.body?.cancel();
          continue;
        }
        const { error } = (await answer.json()) as { error: unknown };
        expect([error, isErrorCode(error)]).toEqual([error, true]);
      }
    },
    30_000,
  );
});
