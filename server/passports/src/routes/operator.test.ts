import { hkdfSync, randomUUID } from 'node:crypto';
import { STAFF_SCOPES } from '@portal/server-members/schema/staff-credentials';
import { endStaffCredential } from '@portal/server-members/staff-credentials';
import { sendWave } from '@portal/server-notifications/broadcasts/waves';
import { sharedServer, startTestServer } from '@portal/server-testing';
import { signInClient } from '@portal/server-testing/account-client';
import { askOperator, createPassportClient, newStaff } from '@portal/server-testing/passports';
import { NOTIFICATION_EVENTS_PATH } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { staffActs } from '../schema/staff.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const server = sharedServer();

async function ask(path: 'turnstile' | 'counter' | 'broadcasts', body: object, token?: string) {
  const { status, body: said } = await askOperator(server, path, body, token);
  return { status, body: said };
}
const CHECK = { code: 'x', request_id: '0b7d2c1e-6f0a-4b52-9f6d-3c1d2e4f5a6b' };
const LIST = { command: 'list' };
const act = (action: string) => ({ passport_id: '000000000000', action });

// @proves 14.472
test('the secrets of the server open no counter and no turnstile', async () => {
  for (const root of server.context.config.secrets.secretKeys) {
    // As the key of the counter was derived once.
    const key = Buffer.from(hkdfSync('sha256', root, '', 'portal:operator', 32));
    expect((await ask('turnstile', CHECK, key.toString('hex'))).status).toBe(401);
    expect((await ask('counter', act('paid'), key.toString('hex'))).status).toBe(401);
  }
});

// @proves 14.472
test.each([
  ['check_turnstile', 'turnstile', CHECK],
  ['take_payment', 'counter', act('paid')],
  ['confirm_identity', 'counter', act('confirmed')],
  ['refund', 'counter', act('refunded')],
  ['send_broadcasts', 'broadcasts', LIST],
] as const)('%s is allowed to those who have this scope alone', async (scope, path, body) => {
  const all = await newStaff(server);
  const own = await newStaff(server, [scope]);
  const others = await newStaff(
    server,
    STAFF_SCOPES.filter((one) => one !== scope),
  );
  const allowed = path === 'counter' ? 404 : 200;
  expect((await ask(path, body, all.token)).status).toBe(allowed);
  expect((await ask(path, body, own.token)).status).toBe(allowed);
  expect(await ask(path, body, others.token)).toEqual({
    status: 403,
    body: { error: 'staff.not_allowed' },
  });
});

// @proves 14.472
test('a token holds to its end, or until it is ended, and is stored as a hash', async () => {
  const staff = await newStaff(server);
  const ended = await newStaff(server);
  expect(JSON.stringify(staff.credential)).not.toContain(staff.token.slice('staff_'.length));
  expect((await ask('turnstile', CHECK, ended.token)).status).toBe(200);
  await endStaffCredential(server.context, ended.credential.name);
  expect((await ask('turnstile', CHECK, ended.token)).status).toBe(401);
  expect((await ask('turnstile', CHECK, staff.credential.tokenHash)).status).toBe(401);
  server.clock.advance(366 * DAY_MS - 1);
  expect((await ask('turnstile', CHECK, staff.token)).status).toBe(200);
  server.clock.advance(1);
  expect((await ask('turnstile', CHECK, staff.token)).status).toBe(401);
});

// @proves 14.473
test('what staff do at the counter is recorded with who did it', async () => {
  const hanako = await createPassportClient(server);
  const { id } = await hanako.buy();
  const [cashier, receptionist] = [
    await newStaff(server, ['take_payment']),
    await newStaff(server, ['confirm_identity']),
  ];
  await ask('counter', { passport_id: id, action: 'paid' }, cashier.token);
  await ask('counter', { passport_id: id, action: 'paid' }, cashier.token);
  await ask('counter', { passport_id: id, action: 'confirmed' }, receptionist.token);
  const acts = await server.db
    .select({ act: staffActs.act, by: staffActs.credentialId, at: staffActs.happenedAt })
    .from(staffActs)
    .where(eq(staffActs.passportId, id));
  const at = server.clock.now();
  expect(acts).toEqual([
    { act: 'paid', by: cashier.credential.id, at },
    { act: 'confirmed', by: receptionist.credential.id, at },
  ]);
});

// @proves 14.472
test('tokens are not tried for long', async () => {
  const few = await startTestServer({ config: { callsPerMinute: 5 } });
  try {
    const statuses: number[] = [];
    for (let tried = 0; tried < 10; tried += 1) {
      statuses.push((await askOperator(few, 'turnstile', CHECK, `staff_${tried}`)).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.at(-1)).toBe(429);
  } finally {
    await few.close();
  }
});

/** The states that the member's stream sends, in their order. */
async function streamOf(memberId: string) {
  const session = await server.signInAs(memberId);
  const answer = await server.api.fetch(
    new Request(`http://localhost:4302${NOTIFICATION_EVENTS_PATH}`, {
      headers: { authorization: `Bearer ${session.accessToken}` },
    }),
  );
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  return {
    async next() {
      for (;;) {
        const { value } = (await reader?.read()) ?? {};
        const data = /^event: notifications\ndata: (.*)\n\n$/.exec(value ?? '')?.[1];
        if (data) return JSON.parse(data);
      }
    },
    close: () => reader?.cancel(),
  };
}

// @proves 14.702 14.703 7.700
test('the owner is told what a turnstile has answered, and finds the visit in the list', async () => {
  const hanako = await createPassportClient(server);
  const { id } = await hanako.buyPaid();
  const staff = await newStaff(server);
  const stream = await streamOf(hanako.id);
  expect(await stream.next()).not.toHaveProperty('turnstile');
  const code = (await hanako.call('GET', `/passports/${id}/code`)).body.data.codes[0].text;
  const checked = { code, request_id: crypto.randomUUID(), turnstile: 'North turnstile' };
  expect((await ask('turnstile', checked, staff.token)).body).toMatchObject({ valid: true });
  const at = server.clock.now().toISOString();
  expect((await stream.next()).turnstile).toEqual({
    id: checked.request_id,
    passport_id: id,
    at,
    turnstile: 'North turnstile',
    reason: null,
  });
  await ask('turnstile', { ...checked, request_id: crypto.randomUUID() }, staff.token);
  expect((await stream.next()).turnstile).toMatchObject({ reason: 'used_already' });
  await stream.close();

  const visits = (await hanako.call('GET', `/passports/${id}/visits`)).body.data;
  expect(visits).toEqual([{ used_at: at, turnstile: 'North turnstile' }]);
  const taro = await createPassportClient(server);
  expect((await taro.call('GET', `/passports/${id}/visits`)).status).toBe(404);
});

// @proves 15.808 15.809
test('the operator’s own systems preview, send, count and withdraw broadcasts', async () => {
  const { id: reader, email } = await server.createMember();
  const staff = await newStaff(server, ['send_broadcasts']);
  const obey = (body: object) => ask('broadcasts', body, staff.token);
  const text = {
    title: { ja: '臨時休館', en: 'Closed today' },
    body: { ja: '<p>本日</p>', en: '<p>Today</p>' },
  };
  const previewed = await obey({ command: 'preview', to: email, text });
  expect(previewed.status).toBe(200);
  const hanako = await signInClient(server, reader);
  const list = async () => (await hanako.call('GET', '/notifications')).body;
  expect(await list()).toMatchObject({ data: [{ title: '臨時休館' }], total_unread: 1 });

  server.clock.advance(1000);
  const id = randomUUID();
  const sent = await obey({ command: 'send', id, text });
  expect(sent.body).toMatchObject({
    broadcasts: [
      { id, title: 'Closed today', by: staff.credential.name, state: 'waiting', segment: 'all' },
    ],
  });
  expect(await obey({ command: 'send', id, text })).toEqual(sent);
  expect((await list()).data).toHaveLength(1);
  const second = await newStaff(server, ['send_broadcasts']);
  const approved = await ask('broadcasts', { command: 'approve', id }, second.token);
  const by = `${staff.credential.name}, ${second.credential.name}`;
  expect(approved.body).toMatchObject({ broadcasts: [{ id, by, state: 'out' }] });
  expect(await list()).toMatchObject({ data: [{ id }, {}], total_unread: 2 });
  await hanako.call('GET', `/notifications/${id}`);
  expect((await obey({ command: 'count', id })).body).toMatchObject({ broadcasts: [{ read: 1 }] });
  expect((await obey({ command: 'withdraw', id })).body).toMatchObject({
    broadcasts: [{ state: 'withdrawn' }],
  });
  expect((await list()).data).toHaveLength(1);
  for (const command of ['count', 'withdraw']) {
    expect((await obey({ command, id: randomUUID() })).status).toBe(409);
  }
});

// @proves 15.851
test('a broadcast of the staff waits for a second person, and comes out no sooner', async () => {
  const { id: reader } = await server.createMember();
  const hanako = await signInClient(server, reader);
  const unread = async () => (await hanako.call('GET', '/notifications')).body.total_unread;
  const [first, second] = [
    await newStaff(server, ['send_broadcasts']),
    await newStaff(server, ['send_broadcasts']),
  ];
  const text = { title: { ja: '題', en: 'Title' }, body: { ja: '文', en: 'Text' } };
  const [all, some, dropped] = [randomUUID(), randomUUID(), randomUUID()];
  const approve = (id: string, { token } = second) =>
    ask('broadcasts', { command: 'approve', id }, token);
  await ask('broadcasts', { command: 'send', id: all, text, mail: true }, first.token);
  await ask('broadcasts', { command: 'send', id: some, text, locale: 'ja' }, first.token);
  await ask('broadcasts', { command: 'send', id: dropped, text }, first.token);
  expect(await sendWave(server.context)).toBeUndefined();
  expect((await approve(all, first)).body).toEqual({ error: 'same_person' });
  await ask('broadcasts', { command: 'withdraw', id: dropped }, first.token);
  expect((await approve(dropped)).body).toEqual({ error: 'no_such_broadcast' });
  server.clock.advance(1000);
  expect(await unread()).toBe(0);
  for (const id of [all, some]) expect((await approve(id)).status).toBe(200);
  expect((await approve(all)).body).toEqual({ error: 'no_such_broadcast' });
  expect(await unread()).toBe(2);
});

// @proves 15.852
test('a preview does not tell who is a member, and is counted and recorded', async () => {
  const { email } = await server.createMember();
  const { token, credential } = await newStaff(server, ['send_broadcasts']);
  const text = { title: { ja: '題', en: 'Title' }, body: { ja: '文', en: 'Text' } };
  const preview = (to: string) => ask('broadcasts', { command: 'preview', to, text }, token);
  expect(await preview('nobody@example.com')).toEqual(await preview(email));
  for (let more = 0; more < 18; more += 1) await preview(email);
  expect((await preview(email)).status).toBe(429);
  const acts = await server.db
    .select()
    .from(staffActs)
    .where(eq(staffActs.credentialId, credential.id));
  expect(acts).toHaveLength(20);
  expect(acts[0]).toMatchObject({ act: 'previewed', passportId: null });
});
