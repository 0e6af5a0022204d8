import { contractEndpoints } from '@portal/server-endpoint/openapi';
import { createTestClock, fresh, startTestServer } from '@portal/server-testing';
import { signInClient } from '@portal/server-testing/account-client';
import { publicCaller } from '@portal/server-testing/public-client';
import { NOTIFICATION_EVENTS_PATH, type TermsChanges } from '@portal/shared-contract';

const LAST_MOMENT_OF_THE_FIRST = new Date('2026-10-31T23:59:59.999+09:00');

const server = fresh((handle) =>
  startTestServer({ handle, clock: createTestClock(LAST_MOMENT_OF_THE_FIRST) }),
);

// @proves 7.38
test('puts a version in force on its day, and tells the changes in both languages', async () => {
  const call = publicCaller(server);
  const versions = async () => (await call('GET', '/terms')).body.data;
  expect(await versions()).toEqual([
    { version: '2025-04-01', in_force_from: '2025-03-31T15:00:00.000Z', changes: [] },
  ]);
  server.clock.advance(1);
  const [newest, former] = await versions();
  expect(newest).toMatchObject({
    version: '2026-11-01',
    in_force_from: '2026-10-31T15:00:00.000Z',
  });
  expect(newest.changes.length).toBeGreaterThan(0);
  for (const { ja, en } of newest.changes) {
    expect(ja).toMatch(/^第\d+条.*。$/);
    expect(en).toMatch(/Article \d+.*\.$/);
  }
  expect(former.version).toBe('2025-04-01');
});

// @proves 12.501 12.503 7.504
test('shows a member the terms in force beside those that they accepted', async () => {
  server.clock.advance(1);
  const changesFor = async (termsAcceptedVersion: string | null) => {
    const { id } = await server.createMember({ termsAcceptedVersion });
    const { call } = await signInClient(server, id);
    const { status, body } = await call('GET', '/me/terms-changes/en');
    expect(status).toBe(200);
    return body.data as TermsChanges;
  };
  const titles = ({ articles }: TermsChanges) =>
    articles.filter(({ changed }) => changed).map(({ title }) => title[0]?.text);
  const first = await changesFor('2025-04-01');
  expect(first.compared).toBe(true);
  expect(titles(first)).toEqual([
    'Article 3. Looking after your account',
    'Article 4. Passports',
    'Article 8. Leaving',
  ]);
  // Of a version that nobody kept, and of none, there is nothing to compare with.
  for (const version of ['2024-01-01', null]) {
    const whole = await changesFor(version);
    expect([whole.compared, titles(whole), whole.articles.length]).toEqual([false, [], 11]);
  }
});

// @proves 8.63 12.46
test('refuses every call of a member whose acceptance is out of date, but those that lead on', async () => {
  const { id } = await server.createMember({ termsAcceptedVersion: '2025-04-01' });
  const member = await signInClient(server, id);
  expect((await member.call('GET', '/notifications?page=1&limit=5')).status).toBe(200);

  server.clock.advance(1);
  const calls = contractEndpoints().filter(({ access }) => access === 'member');
  expect(calls.length).toBeGreaterThan(30);
  for (const { method, path } of calls.filter((call) => !call.beforeTerms)) {
    const { status, body } = await member.call(method, path.replaceAll(/\{\w+\}/g, id));
    expect([method, path, status, body]).toEqual([
      method,
      path,
      403,
      expect.objectContaining({ error: 'user.terms_outdated' }),
    ]);
  }
  expect((await member.call('GET', NOTIFICATION_EVENTS_PATH)).status).toBe(403);
  expect((await member.call('GET', '/userinfo')).status).toBe(200);
  expect((await member.call('PUT', '/me/accept-terms')).status).toBe(200);
  expect((await member.call('GET', '/notifications?page=1&limit=5')).status).toBe(200);
});
