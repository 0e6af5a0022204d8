import { freshServer } from '@portal/server-testing';
import { createOutbox } from '../outbox/index.ts';
import { obeyStaffCommand } from './staff.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const server = freshServer();

const obey = (command: Parameters<typeof obeyStaffCommand>[1]) =>
  obeyStaffCommand(server.context, command);
const NORTH = { command: 'add', name: 'North', scopes: ['check_turnstile'], days: 90 } as const;
const add = (changes: object = {}) => obey({ ...NORTH, scopes: [...NORTH.scopes], ...changes });
const list = async () => (await obey({ command: 'list' })).lines;

// @proves 14.472
test('makes, lists and ends credentials; a name is free again after its end', async () => {
  const until = new Date(server.clock.now().getTime() + 90 * DAY_MS).toISOString();
  expect(await add()).toEqual({ ok: true, lines: [expect.stringMatching(/^staff_[\w-]{43}$/)] });
  expect(await add()).toEqual({ ok: false, lines: [expect.stringContaining('already')] });
  expect(await list()).toEqual([`North: check_turnstile, until ${until}`]);

  expect((await obey({ command: 'end', name: 'North' })).ok).toBe(true);
  expect((await obey({ command: 'end', name: 'North' })).ok).toBe(false);
  const ended = `North: check_turnstile, ended ${server.clock.now().toISOString()}`;
  expect(await list()).toEqual([ended]);

  await add({ days: 1 });
  server.clock.advance(DAY_MS);
  expect((await list())[1]).toMatch(/expired/);
  expect((await add()).ok).toBe(true);
});

// @proves 14.472
test('the embedded server takes the commands at its own listener, and refuses what is none', async () => {
  const send = (body: object) =>
    createOutbox(server.context).request('http://localhost:4303/staff', {
      method: 'POST',
      headers: { host: 'localhost:4303', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await send(NORTH)).status).toBe(200);
  expect(await list()).toHaveLength(1);
  for (const wrong of [
    {},
    { ...NORTH, days: 367 },
    { ...NORTH, days: 0 },
    { ...NORTH, scopes: [] },
    { ...NORTH, scopes: ['everything'] },
    { ...NORTH, name: ' ' },
    { ...NORTH, name: 'a\u001b[2J' },
  ]) {
    expect((await send(wrong)).status).toBe(422);
  }
});
