import { randomUUID } from 'node:crypto';
import { sharedServer, startTestServer, type TestServer } from '@portal/server-testing';
import {
  askOperator,
  createPassportClient,
  newStaff,
  type PassportClient,
} from '@portal/server-testing/passports';
import { createTurnstileDevice } from '@portal/server-testing/turnstile-device';
import { CODE_PERIOD_S } from '@portal/shared-contract';
import { windowOf } from '../turnstile/code-format.ts';
import { usesSince } from './turnstile-uses.ts';

const PERIOD_MS = CODE_PERIOD_S * 1000;
const MINUTE_MS = 60_000;

const server = sharedServer({ config: { callsPerMinute: 100_000 } });
let hanako: PassportClient;
let id: string;
beforeEach(async () => {
  hanako = await createPassportClient(server);
  ({ id } = await hanako.buyPaid());
});

/** A turnstile with a connection. */
async function openTurnstile(at: TestServer = server) {
  const { token, credential } = await newStaff(at, ['check_turnstile']);
  const call = async (body: object) => (await askOperator(at, 'turnstile', body, token)).body;
  return {
    credential,
    check: (code: string, request_id: string = randomUUID(), turnstile?: string) =>
      call({ code, request_id, ...(turnstile && { turnstile }) }),
  };
}
const codesOf = async (client: PassportClient, passportId: string): Promise<string[]> =>
  (await client.call('GET', `/passports/${passportId}/code`)).body.data.codes.map(
    ({ text }: { text: string }) => text,
  );
const used = (turnstile: string) => ({
  valid: false,
  reason: 'used_already',
  used: { at: server.clock.now().toISOString(), turnstile },
});

// @proves 14.470
test('a code opens one turnstile, also while its period and its tolerance go on', async () => {
  const [north, south] = [await openTurnstile(), await openTurnstile()];
  const [code = '', next = ''] = await codesOf(hanako, id);
  expect(await north.check(code, randomUUID(), 'North')).toMatchObject({ valid: true });
  expect(await south.check(code)).toMatchObject(used('North'));
  expect(await north.check(code)).toMatchObject(used('North'));
  server.clock.advance(PERIOD_MS);
  expect(await south.check(code)).toMatchObject({ reason: 'used_already' });
  expect(await south.check(next)).toMatchObject({ valid: true });
});

// @proves 14.470
test('a device has one code in a period, however often it signs and whatever grants it has', async () => {
  const turnstile = await openTurnstile();
  const devices = [createTurnstileDevice(), createTurnstileDevice()];
  const grants = await Promise.all(
    devices.map(async (device) => {
      const answer = await hanako.call('POST', `/passports/${id}/turnstile-grant`, device.body);
      return answer.body.data.grant as string;
    }),
  );
  const codes = devices.map(
    (device, at) => () => device.code(grants[at] ?? '', windowOf(server.clock.now())),
  );
  const [one, other] = codes;
  expect(await turnstile.check(one?.() ?? '')).toMatchObject({ valid: true });
  expect(await turnstile.check(one?.() ?? '')).toMatchObject({ reason: 'used_already' });
  expect(await turnstile.check(other?.() ?? '')).toMatchObject({ reason: 'used_already' });
  const [fromServer = ''] = await codesOf(hanako, id);
  expect(await turnstile.check(fromServer)).toMatchObject({ reason: 'used_already' });
});

// @proves 14.470
test('of ten turnstiles that read one code at once, one opens', async () => {
  const turnstiles = await Promise.all(Array.from({ length: 10 }, () => openTurnstile()));
  const [code = ''] = await codesOf(hanako, id);
  const answers = await Promise.all(turnstiles.map((turnstile) => turnstile.check(code)));
  expect(answers.filter(({ valid }) => valid)).toHaveLength(1);
  expect(answers.filter(({ reason }) => reason === 'used_already')).toHaveLength(9);
});

// @proves 14.471
test('a call that a turnstile sends again has the same answer and counts once', async () => {
  const [north, south] = [await openTurnstile(), await openTurnstile()];
  const [code = '', next = ''] = await codesOf(hanako, id);
  const request = randomUUID();
  const answers = await Promise.all([north.check(code, request), north.check(code, request)]);
  answers.push(await north.check(code, request));
  for (const answer of answers) expect(answer).toMatchObject({ valid: true, used: null });
  expect(await south.check(code, request)).toMatchObject({ reason: 'used_already' });
  expect(await north.check(next, request)).toMatchObject({ reason: 'request_reused' });
  expect(await usesSince(server.context, id, new Date(0))).toHaveLength(1);
});

test('what is refused is not counted', async () => {
  const turnstile = await openTurnstile();
  const [, , later = ''] = await codesOf(hanako, id);
  expect(await turnstile.check(later)).toMatchObject({ reason: 'early' });
  server.clock.advance(PERIOD_MS);
  expect(await turnstile.check(later)).toMatchObject({ valid: true });
});

// @proves 14.474
test('a passport that went in cannot go in again for as long as the operator has set', async () => {
  const strict = await startTestServer({ config: { turnstileReentryMs: 60 * MINUTE_MS } });
  try {
    const taro = await createPassportClient(strict);
    const passport = await taro.buyPaid();
    const turnstile = await openTurnstile(strict);
    const checkNow = async () => turnstile.check((await codesOf(taro, passport.id))[0] ?? '');
    const entered = strict.clock.now().toISOString();
    expect(await checkNow()).toMatchObject({ valid: true });
    strict.clock.advance(59 * MINUTE_MS);
    expect(await checkNow()).toMatchObject({
      reason: 'entered_already',
      used: { at: entered, turnstile: turnstile.credential.name },
    });
    strict.clock.advance(MINUTE_MS);
    expect(await checkNow()).toMatchObject({ valid: true });
  } finally {
    await strict.close();
  }
});
