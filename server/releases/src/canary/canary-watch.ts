import { judgeCanary, type Verdict } from '@portal/delivery-model/canary-verdict';
import { nextStepAt } from '@portal/delivery-model/log/growth';
import { livePart, type Operation } from '@portal/delivery-model/log/operations';
import { PORTAL } from '@portal/delivery-model/log/teams';
import { type Canary, EMPTY_STATE, partsOf } from '@portal/delivery-model/state';
import type { ReleaseContext } from '../context.ts';
import { createReleaseDocuments, type ReleaseDocuments } from '../log/documents.ts';
import { entriesInForceSince } from '../log/history.ts';
import { appendEntry } from '../log/release-log.ts';
import { loadsBeside, type RunningCanary } from './loads.ts';

const EVERY_MS = 10_000;
/** How often a canary that grows by itself is loaded at each share, at least. */
const LOADS_OF_STEP = 200;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Of a history that grows faster than this the oldest entries of the day do not count. */
const MOST_ENTRIES = 200;

const ITSELF = { team: PORTAL, token: PORTAL };

type Context = Pick<ReleaseContext, 'db' | 'clock'>;

type JudgedCanary = RunningCanary & {
  readonly verdict: Verdict;
  /** The share to which it grows now, if it does. */
  readonly step: number | undefined;
};

/** What the loads say about each canary of now. */
export async function judgeCanaries(context: Context): Promise<JudgedCanary[]> {
  const now = context.clock.now().getTime();
  const running = await runningCanaries(context, new Date(now - DAY_MS));
  return Promise.all(
    running.map(async (canary) => {
      const { stable, canary: own, ofStep } = await loadsBeside(context, canary);
      const verdict = judgeCanary(stable, own);
      return { ...canary, verdict, step: stepOf(canary.growth, verdict, ofStep.loads, now) };
    }),
  );
}

/** The canaries of parts that are not switched off. */
async function runningCanaries({ db }: Context, dayAgo: Date): Promise<RunningCanary[]> {
  const entries = await entriesInForceSince(db, dayAgo, MOST_ENTRIES);
  return partsOf(entries[0]?.state ?? EMPTY_STATE).flatMap(([part, live]) => {
    const { canary, stable, killed } = live;
    if (!canary || killed) return [];
    const other = entries.findIndex(({ state }) => {
      const earlier = livePart(state, part);
      return earlier?.canary?.version !== canary.version || earlier.stable !== stable;
    });
    const began = other === -1 ? 0 : Date.parse(entries[other - 1]?.at ?? '');
    const since = new Date(Math.max(began, dayAgo.getTime()));
    return [{ part, version: canary.version, stable, since, growth: canary.growth }];
  });
}

/** The next step, if it is due and nothing speaks against it. */
function stepOf(growth: Canary['growth'], { mayGrow }: Verdict, loads: number, now: number) {
  const isDue = growth && now >= Date.parse(nextStepAt(growth)) && loads >= LOADS_OF_STEP;
  return isDue && mayGrow ? growth.shares[0] : undefined;
}

/**
 * Ends each canary of which too many loads fail, and takes the next step of each other one that is due, was loaded often
 * enough and may grow. Any number of servers may do this at once: the operation names the canary and the step, so that the
 * history refuses all but the first.
 */
export async function lookAtCanaries(
  context: Context & Pick<ReleaseContext, 'config' | 'log'>,
  documents: ReleaseDocuments,
): Promise<void> {
  const { log } = context;
  for (const { part, version, verdict, step } of await judgeCanaries(context)) {
    const of = { part, canary: version, reason: verdict.reason };
    const grow = step === undefined ? undefined : ({ type: 'grow', ...of, share: step } as const);
    const operation: Operation | undefined = verdict.rollBack ? { type: 'rollback', ...of } : grow;
    if (!operation) continue;
    const appended = await appendEntry(context, documents, { actor: ITSELF, operation });
    if (!appended.ok) log.warn({ ...of, share: step, refusal: appended.refusals[0] }, 'refused');
    else if (verdict.rollBack) log.error(of, 'rolled a canary back');
    else log.info({ ...of, share: step }, 'a canary has grown');
  }
}

/** Looks at the canaries every ten seconds; returns a function that stops it. */
export function watchCanaries(context: ReleaseContext): () => Promise<void> {
  const documents = createReleaseDocuments(context);
  let looking: Promise<void> | undefined;
  const look = () => {
    looking ??= context.work
      .job('canary-watch', () => lookAtCanaries(context, documents))
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
