import { closedLoop } from './closed-loop.ts';
import { cpuOfEach } from './cpu.ts';
import { type HttpClient, httpClient } from './http.ts';
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
      const { tokens, ms } = await refresh(system, http, from);
      held[caller] = tokens;
      return ms;
    },
    () => {
      before = system.cpu();
    },
  );
  const cpu = cpuOfEach(before, system.cpu(), load.done);
  await http.close();
  return { ...load, cpu };
}

/**
 * Renews tokens by a refresh token, as the portal's page does.
 * @returns the new tokens, and how long the call took in milliseconds
 * @throws Error for any other answer
 */
async function refresh(
  system: Pick<BenchSystem, 'portal' | 'idp'>,
  http: HttpClient,
  { refresh: refreshToken, key }: HeldTokens,
): Promise<{ readonly tokens: HeldTokens; readonly ms: number }> {
  const answer = await http.send({
    path: '/oauth/token',
    headers: { accept: 'application/json', origin: system.portal },
    form: {
      grant_type: 'refresh_token',
      client_id: 'portal',
      refresh_token: refreshToken,
      redirect_uri: `${system.portal}/callback`,
      dpop_proof: browserProofOf(key, system.idp, refreshToken),
    },
  });
  return { tokens: { ...tokensOf(answer), key }, ms: answer.ms };
}
