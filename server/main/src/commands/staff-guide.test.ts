import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { turnstileKeys } from '@portal/server-passports/turnstile/code-format';
import { listen } from '@portal/server-platform/http/listen';
import { startTestServer } from '@portal/server-testing';
import { signInClient } from '@portal/server-testing/account-client';
import { freePort } from '@portal/server-testing/free-ports';
import { openGuide } from '@portal/server-testing/guide';
import { secretsForEnvironment } from '@portal/server-testing/load';
import { createPassportClient, newStaff } from '@portal/server-testing/passports';
import { proofTest as it } from '@portal/server-testing/proofs';
import { createSharedDatabase } from '@portal/server-testing/shared-postgres';
import { todayInJapan } from '@portal/shared-contract';

const GUIDE = openGuide('docs/your-own-portal.md');
const ROOT = path.resolve(import.meta.dirname, '../../../..');
const run = promisify(execFile);

async function follow(heading: string, env: Readonly<Record<string, string>>): Promise<string> {
  const PATH = [path.dirname(process.execPath), process.env.PATH].join(':');
  const options = { cwd: ROOT, env: { HOME: process.env.HOME, PATH, ...env } };
  return (await run('sh', ['-ec', GUIDE.commands(heading)], options)).stdout;
}

// @proves 14.472 14.476
it('the commands of the guide make and end credentials, and fetch a list with one', async () => {
  const database = await createSharedDatabase('migrated');
  const server = await startTestServer({ databaseUrl: database.url });
  const port = await freePort();
  const listener = await listen(getRequestListener(server.api.fetch), port, '127.0.0.1');
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-staff-'));
  try {
    const said = await follow('Credentials', {
      ...secretsForEnvironment(),
      DATABASE_URL: database.url,
      PORTAL_ORIGIN: 'http://localhost:4300',
      IDP_ORIGIN: 'http://localhost:4301',
      SMTP_URL: 'smtp://localhost',
    });
    const [TURNSTILE_TOKEN = '', counter] = said.match(/^staff_[\w-]{43}$/gm) ?? [];
    expect(counter).toBeDefined();
    expect(said).toMatch(/^Counter 2: confirm_identity,take_payment, until /m);
    expect(said).toMatch(/^Ended: Counter 2$/m);

    const keys = turnstileKeys(server.context.config).verifying;
    const TURNSTILE_LIST = path.join(folder, 'list');
    const fetched = await follow('Turnstiles without a connection', {
      TURNSTILE_SERVER: `http://127.0.0.1:${port}`,
      TURNSTILE_TOKEN,
      TURNSTILE_PUBLIC_KEY: JSON.stringify(keys.map((key) => key.export({ format: 'jwk' }))),
      TURNSTILE_LIST,
    });
    expect(fetched).toMatch(/^List of .*: \d+ bytes$/m);
    expect(readFileSync(TURNSTILE_LIST).length).toBeGreaterThanOrEqual(73);
  } finally {
    await listener.close();
    await server.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }
});

// @proves 14.472
it('the calls of the guide take money, confirm an ID, pay back, and look a passport up', async () => {
  const server = await startTestServer();
  const port = await freePort();
  const listener = await listen(getRequestListener(server.api.fetch), port, '127.0.0.1');
  try {
    const hanako = await createPassportClient(server);
    const tomorrow = new Date(server.clock.now().getTime() + 24 * 60 * 60 * 1000);
    const { id } = await hanako.buy({ usage_start_date: todayInJapan(tomorrow) });
    const { token: TOKEN } = await newStaff(server);
    const env = { API_URL: `http://127.0.0.1:${port}`, TOKEN, NUMBER: id };
    const atCounter = async (ACTION: string) =>
      JSON.parse(await follow('The counter', { ...env, ACTION }));
    expect(await atCounter('paid')).toMatchObject({ passports: [{ id, id_confirmed: false }] });
    expect(await atCounter('confirmed')).toMatchObject({ passports: [{ id, id_confirmed: true }] });
    await expect(atCounter('refunded')).rejects.toMatchObject({
      stdout: expect.stringContaining('"ap_passport.user.access_denied"'),
    });
    await hanako.call('DELETE', `/passports/${id}`);
    expect(await atCounter('refunded')).toMatchObject({ passports: [{ id }] });
    const looked = await follow('Turnstiles and look-ups', {
      ...env,
      CODE: 'P1.x',
      REQUEST_ID: randomUUID(),
    });
    expect(JSON.parse(looked)).toEqual({
      valid: false,
      reason: expect.any(String),
      passport: null,
      used: null,
    });
  } finally {
    await listener.close();
    await server.close();
  }
});

// @proves 15.806 15.808
it('the commands of the guide send, date and list broadcasts', async () => {
  const database = await createSharedDatabase('migrated');
  const server = await startTestServer({ databaseUrl: database.url });
  try {
    const { id } = await server.createMember({
      email: 'you@example.com',
      emailOptIn: true,
      locale: 'en',
    });
    const said = await follow('Notify many members', {
      ...secretsForEnvironment(),
      DATABASE_URL: database.url,
      PORTAL_ORIGIN: 'http://localhost:4300',
      IDP_ORIGIN: 'http://localhost:4301',
      SMTP_URL: 'smtp://localhost',
    });
    expect(said).toMatch(
      /^\S{36} {2}2099-12-01T00:00:00.000Z {2}scheduled {2}to all {2}by npm run notify: Winter hours$/m,
    );
    expect(said).toMatch(/ {2}out {2}to en, opted in {2}by npm run notify: Winter hours$/m);
    expect(said).toMatch(/^Sent as \S{36}\.$/m);
    expect(said.match(/Winter hours$/gm)).toHaveLength(4);
    server.clock.set(new Date());
    const { body } = await (await signInClient(server, id)).call('GET', '/notifications');
    expect(body.data).toMatchObject([{ title: 'Winter hours' }, { title: 'Winter hours' }]);
  } finally {
    await server.close();
    await database.drop();
  }
});
