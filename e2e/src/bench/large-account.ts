import { startTestServer, type TestServer } from '@portal/server/testing';
import { createLoadFixtures } from '@portal/server/testing/load-fixtures';
import { median } from './median.ts';

const FEW = { notifications: 10, passports: 2 } as const;
const MANY = { notifications: 10_000, passports: 50 } as const;
const WARM_UP = 20;
const ROUNDS = 100;

/** What the list and the home ask for first. */
const FIRST_VIEWS = {
  '/my-page/notifications': ['/notifications?page=1&limit=10'],
  '/my-page': ['/userinfo', '/passports?page=1&limit=10', '/notifications?page=1&limit=10'],
} as const;

/**
 * Is a member who has much served as quickly as one who has little? The server's own time on
 * PostgreSQL, without a network: what a browser adds is the same for both.
 */
export async function benchLargeAccount(): Promise<void> {
  console.log(`\nA member with ${MANY.notifications} notifications and ${MANY.passports} passes`);
  const server = await startTestServer({ database: 'postgres', config: { callsPerMinute: 1e9 } });
  try {
    const [few, many] = [await memberWith(server, FEW), await memberWith(server, MANY)];
    for (const [screen, calls] of Object.entries(FIRST_VIEWS)) {
      const times: Record<'few' | 'many', number[]> = { few: [], many: [] };
      // In turn, so that whatever else the machine does meets both.
      for (let round = -WARM_UP; round < ROUNDS; round += 1) {
        const pair = { few: await ask(server, few, calls), many: await ask(server, many, calls) };
        if (round < 0) continue;
        times.few.push(pair.few);
        times.many.push(pair.many);
      }
      const [little, much] = [median(times.few), median(times.many)];
      console.log(
        `${screen.padEnd(26)}${little.toFixed(1)} ms with few, ${much.toFixed(1)} ms with many, ratio ${(much / little).toFixed(2)}`,
      );
    }
  } finally {
    await server.close();
  }
}

async function memberWith(server: TestServer, plenty: typeof FEW | typeof MANY): Promise<string> {
  const { id } = await server.createMember();
  await createLoadFixtures(server, id, plenty);
  return `Bearer ${(await server.signInAs(id)).accessToken}`;
}

/** Milliseconds until all answers of a first view are there. */
async function ask(
  server: TestServer,
  authorization: string,
  paths: readonly string[],
): Promise<number> {
  const started = performance.now();
  await Promise.all(
    paths.map(async (path) => {
      const answer = await server.api.fetch(
        new Request(`http://localhost:4302${path}`, { headers: { authorization } }),
      );
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      await answer.text();
    }),
  );
  return performance.now() - started;
}
