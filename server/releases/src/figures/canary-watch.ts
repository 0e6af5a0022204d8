import { judgeCanary, type Verdict } from '@portal/delivery-model/canary-verdict';
import { nextStepAt } from '@portal/delivery-model/log/growth';
import { PORTAL } from '@portal/delivery-model/log/teams';
import type { ReleaseContext } from '../context.ts';
import { createReleaseDocuments, type ReleaseDocuments } from '../log/documents.ts';
import { createReleaseLog } from '../log/release-log.ts';
import { type RunningCanary, runningCanaries } from './recent-releases.ts';
import { readArms } from './release-figures.ts';

const EVERY_MS = 10_000;
/** How often a canary that grows by itself is loaded at each share, at least. */
const LOADS_OF_STEP = 200;
/** How long a step waits that was refused: each try composes a page. */
const REFUSED_STEP_MS = 60_000;

const ITSELF = { team: PORTAL, token: PORTAL };

type Context = Pick<ReleaseContext, 'config' | 'db' | 'clock'>;
type WatchContext = Context & Pick<ReleaseContext, 'log'>;

type JudgedCanary = RunningCanary & {
  readonly verdict: Verdict;
  /** Loads that were reported since it has its present share; 0 for one that does not grow by itself. */
  readonly loadsOfStep: number;
  /** Why its next step is not taken now; undefined if it is, and for one that does not grow by itself. */
  readonly waits: string | undefined;
};

/** What the figures say about each canary of now. */
export async function judgeCanaries(context: Context): Promise<JudgedCanary[]> {
  const running = await runningCanaries(context);
  if (running.length === 0) return [];
  const now = context.clock.now().getTime();
  return Promise.all(
    running.map(async (canary) => {
      const arms = await readArms(context, canary);
      const loadsOfStep = arms.ofStep.loads;
      const verdict = judgeCanary(arms.stable, arms.canary);
      return {
        ...canary,
        verdict,
        loadsOfStep,
        waits: waitOf({ growth: canary.growth, verdict, loadsOfStep }, now),
      };
    }),
  );
}

/** Why the next step is not taken; undefined where nothing keeps it. */
function waitOf(
  { growth, verdict, loadsOfStep }: Pick<JudgedCanary, 'growth' | 'verdict' | 'loadsOfStep'>,
  now: number,
): string | undefined {
  const [share] = growth?.shares ?? [];
  if (!growth || share === undefined) return undefined;
  const at = nextStepAt(growth);
  if (now < Date.parse(at)) return `the next step is not before ${at}`;
  if (loadsOfStep < LOADS_OF_STEP) {
    return `the next step needs ${LOADS_OF_STEP - loadsOfStep} more loads at the present share`;
  }
  return verdict.mayGrow ? undefined : 'the next step waits until fewer of its loads fail';
}

/**
 * Ends each canary of which too many loads fail. Any number of servers may do this at once: the operation names the
 * canary, so that the history refuses all but the first, and so that nothing happens to a release that has become stable in
 * between.
 */
async function rollBackFailing(
  context: WatchContext,
  documents: ReleaseDocuments,
  judged: readonly JudgedCanary[],
): Promise<void> {
  const failing = judged.filter(({ verdict }) => verdict.rollBack);
  if (failing.length === 0) return;
  const log = createReleaseLog(context, documents);
  const actor = ITSELF;
  for (const { part, version, verdict } of failing) {
    const { reason } = verdict;
    const operation = { type: 'rollback', part, canary: version, reason } as const;
    const appended = await log.append({ actor, operation });
    if (appended.ok) context.log.error({ part, version, reason }, 'rolled a canary back');
  }
}

/**
 * Takes the next step of each canary that is due, was loaded often enough at its present share, and may grow. The
 * operation names the step, so that of any number of servers one takes it.
 * @param refusedAt when a step was refused, in ms; a policy or another part may forbid it for a while
 */
async function growSteady(
  context: WatchContext,
  documents: ReleaseDocuments,
  judged: readonly JudgedCanary[],
  refusedAt: Map<string, number>,
): Promise<void> {
  const now = context.clock.now().getTime();
  for (const { part, version, verdict, growth, waits } of judged) {
    const [share] = growth?.shares ?? [];
    if (!growth || share === undefined || waits !== undefined) continue;
    const { reason } = verdict;
    const step = `${part} ${version} ${share}`;
    if (now - (refusedAt.get(step) ?? Number.NEGATIVE_INFINITY) < REFUSED_STEP_MS) continue;
    const operation = { type: 'grow', part, canary: version, share, reason } as const;
    const log = createReleaseLog(context, documents);
    const appended = await log.append({ actor: ITSELF, operation });
    if (appended.ok) {
      refusedAt.delete(step);
      context.log.info({ part, version, share, reason }, 'a canary has grown');
      continue;
    }
    refusedAt.set(step, now);
    const [refusal] = appended.refusals;
    context.log.warn({ part, version, share, refusal }, 'a canary does not grow');
  }
}

/** Ends the canaries that fail, unless the operator has switched that off, and lets the others grow. */
export async function lookAtCanaries(
  context: WatchContext,
  documents: ReleaseDocuments,
  refusedAt = new Map<string, number>(),
): Promise<void> {
  const judged = await judgeCanaries(context);
  if (context.config.canaryRollback) await rollBackFailing(context, documents, judged);
  await growSteady(context, documents, judged, refusedAt);
}

/** Looks at the canaries every ten seconds; returns a function that stops it. */
export function watchCanaries(context: ReleaseContext): () => Promise<void> {
  const documents = createReleaseDocuments(context);
  const refusedAt = new Map<string, number>();
  let looking: Promise<void> | undefined;
  const look = () => {
    looking ??= context.work
      .job('canary-watch', () => lookAtCanaries(context, documents, refusedAt))
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
