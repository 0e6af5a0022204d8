import { closedLoop } from './closed-loop.ts';
import { cpuOfEach } from './cpu.ts';
import { httpClient } from './http.ts';
import { type HeldTokens, PASSWORD, tokensOfMembers } from './members.ts';
import { browserProofOf, tokensOf } from './sign-in.ts';
import type { BenchSystem } from './system.ts';

const CALLERS = 16;
const WARM_UP_MS = 2_000;
const MEASURED_MS = 8_000;

/** Rotations of refresh tokens: each caller goes on with the token that the last call has brought. */
export async function measureRefreshes(system: BenchSystem) {
  const http = httpClient(system.idp, CALLERS);
  const emails = Array.from({ length: CALLERS }, (_, index) => `refresh-${index}@example.com`);
  const members = await system.database.createMembers(emails, PASSWORD);
  const held = await tokensOfMembers(system, members);

  let before = system.cpu();
  const load = await closedLoop(
    { callers: CALLERS, warmUpMs: WARM_UP_MS, ms: MEASURED_MS },
    async (caller) => {
      const from = held[caller];
      if (!from) throw new Error('Each caller holds tokens.');
      const answer = await http.send(refreshOf(system, from));
      held[caller] = { ...from, ...tokensOf(answer) };
      return answer.ms;
    },
    () => {
      before = system.cpu();
    },
  );
  const cpu = cpuOfEach(before, system.cpu(), load.done);
  await http.close();
  return { ...load, cpu };
}

/** The request by which the portal's page renews tokens. */
export const refreshOf = (
  { portal, idp }: Pick<BenchSystem, 'portal' | 'idp'>,
  { refresh, key }: HeldTokens,
) => ({
  path: '/oauth/token',
  headers: { accept: 'application/json', origin: portal },
  form: {
    grant_type: 'refresh_token',
    client_id: 'portal',
    refresh_token: refresh,
    redirect_uri: `${portal}/callback`,
    dpop_proof: browserProofOf(key, idp, refresh),
  },
});
