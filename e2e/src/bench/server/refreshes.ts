import { closedLoop } from './closed-loop.ts';
import { httpClient } from './http.ts';
import { createSignIn, type Tokens, tokensOf } from './sign-in.ts';
import type { BenchSystem } from './system.ts';

const CALLERS = 16;
const WARM_UP_MS = 2_000;
const MEASURED_MS = 8_000;
const PASSWORD = 'sakura-mochi-2026';

/** Rotations of refresh tokens: each caller goes on with the token that the last call has brought. */
export async function measureRefreshes(system: BenchSystem) {
  const http = httpClient(system.idp, CALLERS);
  const members = await system.database.createMembers(CALLERS, {
    password: PASSWORD,
    emailOf: (index) => `refresh-${index}@example.com`,
  });
  const held: Tokens[] = [];
  for (const [index, { email }] of members.entries()) {
    const address = `10.1.0.${index + 1}`;
    const signIn = createSignIn({ ...system, http, address });
    const end = await signIn.finish(await signIn.post(await signIn.open(), email, PASSWORD));
    if (end.is !== 'signed-in') throw new Error('Nobody else was there, and yet it was busy.');
    held.push(end.tokens);
  }

  let before = system.cpu();
  const load = await closedLoop(
    { callers: CALLERS, warmUpMs: WARM_UP_MS, ms: MEASURED_MS },
    async (caller) => {
      const answer = await http.send({
        path: '/oauth/token',
        headers: { accept: 'application/json', origin: system.portal },
        form: {
          grant_type: 'refresh_token',
          client_id: 'portal',
          refresh_token: held[caller]?.refresh ?? '',
          redirect_uri: `${system.portal}/callback`,
        },
      });
      held[caller] = tokensOf(answer);
      return answer.ms;
    },
    () => {
      before = system.cpu();
    },
  );
  const after = system.cpu();
  await http.close();
  return {
    ...load,
    serverCpuMs: ((after.server - before.server) * 1000) / load.done,
    postgresCpuMs: ((after.postgres - before.postgres) * 1000) / load.done,
  };
}
