import { measureRefreshes } from './refreshes.ts';
import { startBenchSystem } from './system.ts';

/** Keycloak's sizing guide: 120 refreshes a second for each core. */
const REFRESHES_WANTED = 240;

/** What the server does in a second, on PostgreSQL; the load itself shares its cores. */
export async function benchServer(): Promise<void> {
  const system = await startBenchSystem();
  try {
    const refreshes = await measureRefreshes(system);
    console.log(
      `refreshes  ${refreshes.rate.toFixed(0)}/s (wanted: ${REFRESHES_WANTED})  ` +
        `p50 ${refreshes.p50.toFixed(1)} ms  p99 ${refreshes.p99.toFixed(1)} ms  CPU of each: ` +
        `server ${refreshes.serverCpuMs.toFixed(2)} ms, PostgreSQL ${refreshes.postgresCpuMs.toFixed(2)} ms`,
    );
  } finally {
    await system.stop();
  }
}
