import { contractEndpoints } from '@portal/server-endpoint/openapi';
import { startTestServer, type TestServer } from '@portal/server-testing';
import { signInClient } from '@portal/server-testing/account-client';
import { actOf } from '@portal/server-testing/acts';
import { PROOFS } from '@portal/server-testing/proofs';
import { type Endpoint, isErrorCode } from '@portal/shared-contract';
import * as fc from 'fast-check';

const API = 'http://localhost:4302';
const CALLS_EACH = PROOFS ? 200 : 10;

/** Fixed, so that every run makes the same calls. */
const SEED = 20261121;

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
const anyText = fc.constantFrom(...TEXTS);
const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 2, arbitrary: anyText },
  fc.constant(null),
  fc.constantFrom(0, -1, 1e308, 0.5, Number.MAX_SAFE_INTEGER),
  fc.boolean(),
  fc.tuple(anyText),
  fc.dictionary(anyText, anyText, { minKeys: 1, maxKeys: 1, noNullPrototype: true }),
);

/** Plausible values for a field of this name, so that some calls pass the first check. */
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

type Fields = Readonly<Record<string, unknown>>;
type Parts = {
  readonly entries?: Fields;
  readonly pipe?: readonly unknown[];
  readonly wrapped?: unknown;
  readonly options?: readonly unknown[];
};

/** The fields of a schema with their schemas, also inside wrappers. */
function fieldsOf(schema: unknown): Fields {
  if (typeof schema !== 'object' || schema === null) return {};
  const { entries, pipe, wrapped, options = [] } = schema as Parts;
  const inner = [...(pipe ?? []).slice(0, 1), wrapped, ...options].filter((one) => one !== schema);
  return Object.assign({}, entries, ...inner.map(fieldsOf));
}

/** The values that a schema allows, if it allows a fixed list. */
function wordsOf(schema: unknown): readonly unknown[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { pipe, wrapped, options = [] } = schema as Parts;
  if (pipe && pipe[0] !== schema) return wordsOf(pipe[0]);
  if (wrapped) return wordsOf(wrapped);
  return options.every((option) => typeof option === 'string') ? options : [];
}

/** Usually a plausible value for the field; one in twenty times the field is left out. */
function anyField([name, schema]: [string, unknown]): [string, fc.Arbitrary<unknown>] {
  const likely = [...wordsOf(schema), ...(LIKELY[name] ?? [])];
  const value =
    likely.length === 0
      ? anyValue
      : fc.oneof(
          { weight: 85, arbitrary: fc.constantFrom(...likely) },
          { weight: 15, arbitrary: anyValue },
        );
  return [name, fc.option(value, { nil: undefined, freq: 19 })];
}

const anyFields = (schema: unknown) =>
  fc.record(Object.fromEntries(Object.entries(fieldsOf(schema)).map(anyField)));

function anyBody({ body }: Endpoint): fc.Arbitrary<string> {
  const fields = anyFields(body);
  const more = fc.dictionary(anyText, anyValue, { minKeys: 1, maxKeys: 1, noNullPrototype: true });
  return fc.oneof(
    {
      weight: 5,
      arbitrary: fc.constantFrom('', '{', 'null', '[]', '"x"', '1', '{"__proto__":{"a":1}}'),
    },
    { weight: 85, arbitrary: fields.map((value) => JSON.stringify(value)) },
    {
      weight: 10,
      arbitrary: fc.tuple(fields, more).map((parts) => JSON.stringify(Object.assign({}, ...parts))),
    },
  );
}

function anyAddress({ path, query }: Endpoint): fc.Arbitrary<string> {
  const names = [...path.matchAll(/\{\w+\}/g)].map(([name]) => name);
  const values = fc.tuple(...names.map(() => anyText));
  return fc.tuple(values, anyFields(query)).map(([texts, fields]) => {
    const filled = names.reduce(
      (filledPath, name, index) =>
        filledPath.replace(name, () => encodeURIComponent((texts[index] ?? '').toWellFormed())),
      path as string,
    );
    const parameters = Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value).toWellFormed()]);
    return `${API}${filled}?${new URLSearchParams(parameters)}`;
  });
}

describe('the API with random input', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ config: { callsPerMinute: 1_000_000 } });
  });
  afterAll(() => server.close());

  const endpoints = contractEndpoints().map(
    (endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const,
  );
  // @proves 8.1
  // @asvs 1.5.2 2.2.1 2.2.2 15.3.6
  test.each(endpoints)(
    'answers %s with a known error code and never with a server error',
    async (_name, endpoint) => {
      const member = await server.createMember({ password: 'sakura-mochi-2026' });
      const call = async (address: string, body: string) => {
        // With a step-up, so that sensitive calls get to their input too.
        const { session, confirm } = await signInClient(server, member.id);
        const { method } = endpoint;
        const act = actOf(method, endpoint.path);
        if (act) await confirm(act);
        const answer = await server.api.fetch(
          new Request(address, {
            method,
            headers: {
              'content-type': 'application/json',
              ...(endpoint.access === 'member' && {
                authorization: `Bearer ${session.accessToken}`,
                dpop: session.prove({ method, url: address }),
              }),
            },
            ...(endpoint.body && { body }),
          }),
        );
        expect(answer.status).toBeLessThan(500);
        if (answer.status < 400) return void (await answer.body?.cancel());
        const { error } = (await answer.json()) as { error: unknown };
        expect([error, isErrorCode(error)]).toEqual([error, true]);
      };
      await fc.assert(fc.asyncProperty(anyAddress(endpoint), anyBody(endpoint), call), {
        numRuns: CALLS_EACH,
        seed: SEED,
      });
    },
  );
});
