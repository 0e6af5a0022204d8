import { setTimeout as pause } from 'node:timers/promises';
import { memoryMegabytes } from '../server/cpu.ts';
import { httpClient } from '../server/http.ts';
import { PASSWORD, signIn, tokensOfMembers } from '../server/members.ts';
import { refresh } from '../server/refreshes.ts';
import { type BenchSystem, startBenchSystem } from '../server/system.ts';
import { slopeOf } from './slope.ts';

/** Each member's browser makes a call this often: together about 130 calls a second. */
const MEMBERS = 40;
const CALL_EVERY_MS = 300;
/** One call in so many renews the token instead. */
const REFRESH_ONE_IN = 100;
const SIGN_IN_EVERY_MS = 500;
const READS = ['/userinfo', '/notifications?page=1&limit=10', '/passports?page=1&limit=10'];
/** Caches, statements and pools are filled by then. */
const WARM_UP_SHARE = 0.3;
const LOOK_EVERY_MS = 5_000;
/** Over ten minutes that would be 5 MB, less than a collection moves the figure. */
const WANTED_MB_A_MINUTE = 0.5;

/** Whether the server keeps memory under a load of reads, refreshes and sign-ins that it has time for. */
export async function soakServer(minutes: number): Promise<void> {
  const system = await startBenchSystem();
  try {
    const end = performance.now() + minutes * 60_000;
    const memory: [minute: number, megabytes: number][] = [];
    const started = performance.now();
    const watch = async () => {
      while (performance.now() < end) {
        const minute = (performance.now() - started) / 60_000;
        memory.push([minute, memoryMegabytes(system.pid)]);
        await pause(LOOK_EVERY_MS);
      }
    };
    const [calls, signIns] = await Promise.all([
      browse(system, end),
      signInAgain(system, end),
      watch(),
    ]);
    const counted = memory.filter(([minute]) => minute >= minutes * WARM_UP_SHARE);
    const values = counted.map(([, megabytes]) => megabytes);
    const growth = slopeOf(counted);
    const verdict = growth < WANTED_MB_A_MINUTE ? '' : '   TOO MUCH';
    if (verdict) process.exitCode = 1;
    console.log(
      `\n${minutes} minutes of load on the server (${calls} reads and refreshes, ${signIns} sign-ins): ` +
        `memory grows ${growth.toFixed(2)} MB a minute (wanted: under ${WANTED_MB_A_MINUTE})${verdict}\n` +
        `  ${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)} MB after the warm-up`,
    );
  } finally {
    await system.stop();
  }
}

/** Members who read, and renew their tokens. */
async function browse(system: BenchSystem, end: number): Promise<number> {
  const emails = Array.from({ length: MEMBERS }, (_, index) => `soak-${index}@example.com`);
  const held = await tokensOfMembers(system, await system.database.createMembers(emails, PASSWORD));
  const [api, idp] = [httpClient(system.api, MEMBERS), httpClient(system.idp, MEMBERS)];
  let calls = 0;
  await Promise.all(
    held.map(async (first, member) => {
      let tokens = first;
      for (let turn = member; performance.now() < end; turn += 1) {
        if (turn % REFRESH_ONE_IN === 0) {
          ({ tokens } = await refresh(system, idp, tokens));
        } else {
          const path = READS[turn % READS.length] ?? '/';
          const headers = { authorization: `Bearer ${tokens.access}` };
          const { status } = await api.send({ path, headers });
          if (status !== 200) throw new Error(`${path} answered ${status}.`);
        }
        calls += 1;
        await pause(CALL_EVERY_MS);
      }
    }),
  );
  await Promise.all([api.close(), idp.close()]);
  return calls;
}

/** Members who sign in by password, one after the other. */
async function signInAgain(system: BenchSystem, end: number): Promise<number> {
  const emails = Array.from({ length: 10 * MEMBERS }, (_, index) => `again-${index}@example.com`);
  await system.database.createMembers(emails, PASSWORD);
  const http = httpClient(system.idp, 1);
  let done = 0;
  for (let turn = 0; performance.now() < end; turn += 1) {
    const index = turn % emails.length;
    const { is } = await signIn(system, {
      http,
      email: emails[index] ?? '',
      index: MEMBERS + index,
    });
    if (is === 'signed-in') done += 1;
    await pause(SIGN_IN_EVERY_MS);
  }
  await http.close();
  return done;
}
