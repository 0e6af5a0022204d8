import { judgeCanary, type Verdict } from '@portal/delivery-model/canary-verdict';
import { nextStepAt } from '@portal/delivery-model/log/growth';
import { livePart } from '@portal/delivery-model/log/operations';
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
/** How long a step waits that was refused: each try composes a page. */
const REFUSED_STEP_MS = 60_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Of a history that grows faster than this the oldest entries of the day do not count. */
const MOST_ENTRIES = 200;

const ITSELF = { team: PORTAL, token: PORTAL };

type Context = Pick<ReleaseContext, 'db' | 'clock'>;

type JudgedCanary = RunningCanary & {
  readonly verdict: Verdict;
  /** Why its next step is not taken now; undefined if it is, and for one that does not grow by itself. */
  readonly waits: string | undefined;
};

/** What the loads say about each canary of now. */
export async function judgeCanaries(context: Context): Promise<JudgedCanary[]> {
  const now = context.clock.now().getTime();
  const running = await runningCanaries(context, new Date(now - DAY_MS));
  return Promise.all(
    running.map(async (canary) => {
      const { stable, canary: own, ofStep } = await loadsBeside(context, canary);
      const verdict = judgeCanary(stable, own);
      return { ...canary, verdict, waits: waitOf(canary.growth, verdict, ofStep.loads, now) };
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

/** Why the next step is not taken; undefined where nothing keeps it. */
function waitOf(
  growth: Canary['growth'],
  { mayGrow }: Verdict,
  loads: number,
  now: number,
): string | undefined {
  if (!growth || growth.shares.length === 0) return undefined;
  const at = nextStepAt(growth);
  if (now < Date.parse(at)) return `the next step is not before ${at}`;
  if (loads < LOADS_OF_STEP) {
    return `the next step needs ${LOADS_OF_STEP - loads} more loads at the present share`;
  }
  return mayGrow ? undefined : 'the next step waits until fewer of its loads fail';
}

/**
 * Ends each canary of which too many loads fail, and takes the next step of each other one that is due, was loaded often
 * enough and may grow. Any number of servers may do this at once: the operation names the canary and the step, so that the
 * history refuses all but the first.
 * @param refusedAt when a step was refused, in ms; another part may stand against it for a while
 */
export async function lookAtCanaries(
  context: Context & Pick<ReleaseContext, 'config' | 'log'>,
  documents: ReleaseDocuments,
  refusedAt = new Map<string, number>(),
): Promise<void> {
  const { log } = context;
  for (const { part, version, verdict, growth, waits } of await judgeCanaries(context)) {
    const of = { part, canary: version, reason: verdict.reason };
    if (verdict.rollBack) {
      const ended = await appendEntry(context, documents, {
        actor: ITSELF,
        operation: { type: 'rollback', ...of },
      });
      if (ended.ok) log.error(of, 'rolled a canary back');
      continue;
    }
    const [share] = growth?.shares ?? [];
    const now = context.clock.now().getTime();
    const step = `${part} ${version} ${share}`;
    const isTriedLately = now - (refusedAt.get(step) ?? 0) < REFUSED_STEP_MS;
    if (share === undefined || waits !== undefined || isTriedLately) continue;
    const operation = { type: 'grow', ...of, share } as const;
    const grown = await appendEntry(context, documents, { actor: ITSELF, operation });
    if (grown.ok) log.info({ ...of, share }, 'a canary has grown');
    else {
      refusedAt.set(step, now);
      log.warn({ ...of, share, refusal: grown.refusals[0] }, 'a canary does not grow');
    }
  }
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
