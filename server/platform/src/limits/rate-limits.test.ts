import { sharedServer } from '@portal/server-testing';
import { testConfig } from '@portal/server-testing/config';
import { generateSecrets } from '@portal/shared-process/secrets';
import { countHit, forgetHits, hitsNow, keyedSubject, takeBackHits } from './rate-limits.ts';

const LIMIT = { name: 'test', limit: 2, windowMs: 60_000 };
const ADDRESS = 'hanako@example.com';
const made = generateSecrets();
const OLD = made.secretKeys[0];
const NEW = generateSecrets().secretKeys[0];
const under = (...secretKeys: [string, ...string[]]) =>
  keyedSubject({ config: testConfig({ secrets: { ...made, secretKeys } }) }, ADDRESS);

const server = sharedServer();

// @proves 10.154
test('goes on counting while the key of the counters is replaced', async () => {
  const count = (subject: ReturnType<typeof under>) => countHit(server.context, LIMIT, subject);
  await count(under(OLD));
  await count(under(NEW, OLD));
  expect(await hitsNow(server.context, LIMIT, under(NEW, OLD))).toBe(2);
  // The hits of before the new key was there count under the old one only.
  expect(await count(under(NEW, OLD))).toMatchObject({ allowed: false, hits: 3 });
  expect(await count(under(NEW))).toMatchObject({ allowed: false, hits: 3 });

  await takeBackHits(server.context, [[LIMIT, under(NEW, OLD)]]);
  expect(await hitsNow(server.context, LIMIT, under(NEW, OLD))).toBe(2);
  await forgetHits(server.context, LIMIT, under(NEW, OLD));
  expect(await count(under(OLD))).toMatchObject({ allowed: true, hits: 1 });
});
