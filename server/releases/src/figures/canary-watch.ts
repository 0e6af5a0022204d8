import { judgeCanaryOver, type Verdict } from '@portal/delivery-model/canary-verdict';
import { releaseKeys } from '@portal/delivery-model/log/release-keys';
import { PORTAL } from '@portal/delivery-model/log/teams';
import { openStore } from '@portal/delivery-model/store/open-store';
import type { ReleaseContext } from '../context.ts';
import { createReleaseCopies, type ReleaseCopies } from '../log/release-copies.ts';
import { createReleaseLog } from '../log/release-log.ts';
import { type RunningCanary, runningCanaries } from './recent-releases.ts';
import { readArms } from './release-figures.ts';

const EVERY_MS = 10_000;

type Context = Pick<ReleaseContext, 'config' | 'db' | 'clock'>;

/** What the figures say about each canary of now. */
export async function judgeCanaries(
  context: Context,
): Promise<(RunningCanary & { readonly verdict: Verdict })[]> {
  return Promise.all(
    (await runningCanaries(context)).map(async (canary) => {
      const arms = await readArms(context, canary);
      return { ...canary, verdict: judgeCanaryOver(arms.stable, arms.canary, arms.before) };
    }),
  );
}

/**
 * Ends each canary that fails more often than the stable release. Any number of servers may do this at
 * once: the operation names the canary, so that the log refuses all but the first, and so that nothing
 * happens to a release that has become stable in between.
 */
export async function rollBackFailing(
  context: Context & Pick<ReleaseContext, 'log'>,
  copies: ReleaseCopies,
): Promise<void> {
  const failing = (await judgeCanaries(context)).filter(({ verdict }) => verdict.rollBack);
  if (failing.length === 0) return;
  const log = createReleaseLog(context, copies);
  const actor = { team: PORTAL, kid: releaseKeys(context.config).signing.kid };
  for (const { part, version, verdict } of failing) {
    const { reason } = verdict;
    const operation = { type: 'rollback', part, canary: version, reason } as const;
    const appended = await log.append({ actor, operation });
    if (appended.ok) context.log.error({ part, version, reason }, 'rolled a canary back');
  }
}

/** Looks at the canaries every ten seconds; returns a function that stops it. */
export function watchCanaries(context: ReleaseContext): () => Promise<void> {
  const copies = createReleaseCopies(context, openStore(context.config.releases.store));
  let looking: Promise<void> | undefined;
  const look = () => {
    looking ??= context.work
      .job('canary-watch', () => rollBackFailing(context, copies))
      .finally(() => {
        looking = undefined;
      });
  };
  const timer = setInterval(look, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
