import { makeRelease } from '@portal/delivery-model/testing/release';
import { startTestServer } from '@portal/server-testing';
import { publish, testStore } from '@portal/server-testing/releases/page-setting';
import { addTeam, operatorOf } from '@portal/server-testing/releases/teams';

const { store, releases, remove } = testStore();
let server: Awaited<ReturnType<typeof startTestServer>>;
beforeAll(async () => {
  server = await startTestServer({ config: { releases } });
});
afterAll(async () => {
  await server.close();
  remove();
});

// @proves 7.576
test('each part has a store of its own size, which the operator can change', async () => {
  const operator = operatorOf(server);
  const [accounts, hotels] = [
    await addTeam(server, 'accounts', ['account'], ['/account']),
    await addTeam(server, 'hotels', ['hotels'], ['/hotels']),
  ];
  const [small, large] = [
    makeRelease('account', 'small'),
    makeRelease('account', 'l'.repeat(5_000)),
  ];
  const limit = (storageBytes: number) =>
    operator.operate({ type: 'setPolicy', parts: ['*'], rule: { storageBytes } });
  await limit(10_000);
  await publish(accounts, small);
  await expect(publish(accounts, large)).rejects.toMatchObject({
    refusals: [
      {
        code: 'storage-full',
        reason: expect.stringMatching(
          /^account has 0\.00\d MB in the store, and may have 0\.01\.$/,
        ),
        remedy: expect.stringContaining('portal policy set --storage'),
      },
    ],
  });
  // Another team's part has room.
  await publish(hotels, makeRelease('hotels', 'one'));
  await limit(100_000);
  await publish(accounts, large);
});

// @proves 7.576
test('what was swept does not count for longer than a minute', async () => {
  const operator = operatorOf(server);
  const rule = { storageBytes: 12_000 };
  await operator.operate({ type: 'setPolicy', parts: ['hotels'], rule });
  const [one, two] = [
    makeRelease('hotels', 'a'.repeat(2_000)),
    makeRelease('hotels', 'b'.repeat(2_000)),
  ];
  await publish(operator, one);
  await expect(publish(operator, two)).rejects.toMatchObject({
    refusals: [{ code: 'storage-full' }],
  });
  for (const folder of ['uploads', 'files'])
    for await (const key of store.list(`${folder}/hotels/`)) await store.remove(key);
  server.clock.advance(60_000);
  await publish(operator, two);
});
