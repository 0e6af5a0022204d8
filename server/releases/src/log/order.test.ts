import { makeRelease } from '@portal/delivery-model/testing/release';
import { startTestServer, type TestServer } from '@portal/server-testing';
import { promotion, publish, testStore } from '@portal/server-testing/releases/page-setting';
import { addTeam, type TestTeam } from '@portal/server-testing/releases/teams';

const { releases, remove } = testStore();
const COMMITTED = 1_795_000_000;
let server: TestServer;
let team: TestTeam;
beforeEach(async () => {
  server = await startTestServer({ config: { releases, callsPerMinute: 100_000 } });
  team = await addTeam(server, 'blue', ['account', 'offers'], ['/account', '/offers']);
});
afterEach(() => server.close());
afterAll(remove);

/** Publishes a build whose commit is so many seconds younger than the first. */
async function built(seconds: number, part = 'account', committedAt = COMMITTED + seconds) {
  const release = makeRelease(part, `${seconds}`, [`/${part}`], { committedAt });
  await publish(team, release);
  return { version: release.document.version, operation: promotion(release) };
}
const outcomeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    ({ refusals }) => refusals[0]?.code,
  );
const liveVersion = async () => (await team.lastEntry())?.state.remotes.account?.stable;

// @proves 7.636
describe('a release of an older commit', () => {
  test('does not replace a newer one, live or tried, unless the team says so', async () => {
    const [old, live, next] = [await built(0), await built(10), await built(20)];
    await team.operate(live.operation);
    expect(await outcomeOf(team.operate(old.operation))).toBe('older-commit');
    expect(await outcomeOf(team.operate({ ...old.operation, share: 10 }))).toBe('older-commit');
    await team.operate({ ...next.operation, share: 10 });
    const between = await built(15);
    expect(await outcomeOf(team.operate(between.operation))).toBe('older-commit');
    expect(await liveVersion()).toBe(live.version);
    // The release that is live already is no older one, and ends the canary.
    await team.operate(live.operation);
    await team.operate(old.operation, { force: true });
    expect(await liveVersion()).toBe(old.version);
  });
});
