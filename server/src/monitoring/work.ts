import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Seconds; a job reads and deletes in the database, or sends one message. */
const BUCKETS_S = [0.01, 0.05, 0.25, 1, 5, 15, 60];

/** `failed` is tried again, and `given-up` is not. */
type JobOutcome = 'done' | 'failed' | 'given-up';
const LEVELS = { done: 'info', failed: 'warn', 'given-up': 'error' } as const;

/** Notes what the server does: each in one line of the log and in the metrics, with nothing of a member. */
export type WorkMonitor = {
  /**
   * Runs a job and notes how it ended. A failure is logged and not passed on, since the next run tries again.
   * @param facts what the line says besides
   */
  job(name: string, work: () => Promise<void>, facts?: Record<string, unknown>): Promise<void>;
  /** Notes a job that has ended. */
  jobEnded(name: string, outcome: JobOutcome, began: number, facts?: Record<string, unknown>): void;
  /** Notes an attempt to sign in. */
  signInTried(requestId: string, method: string, outcome: string): void;
};

/** Registers the metrics of jobs and sign-ins. */
export function workMonitor(log: Logger, registry: Registry): WorkMonitor {
  const registers = [registry];
  const seconds = new Histogram({
    name: 'portal_job_seconds',
    help: 'Time of jobs of this process, by job and outcome',
    labelNames: ['task', 'outcome'], // `job` is Prometheus's own word for what it asks.
    buckets: BUCKETS_S,
    registers,
  });
  const succeeded = new Gauge({
    name: 'portal_job_success_timestamp_seconds',
    help: 'When a job of this process last succeeded',
    labelNames: ['task'],
    registers,
  });
  const signIns = new Counter({
    name: 'portal_sign_in_attempts_total',
    help: 'Steps of sign-ins at this process, by method and outcome',
    labelNames: ['method', 'outcome'],
    registers,
  });

  const jobEnded: WorkMonitor['jobEnded'] = (job, outcome, began, facts = {}) => {
    const ms = performance.now() - began;
    seconds.observe({ task: job, outcome }, ms / 1000);
    if (outcome === 'done') succeeded.set({ task: job }, Date.now() / 1000);
    log[LEVELS[outcome]](
      { job, job_id: randomUUID(), outcome, ms: Math.round(ms), ...facts },
      'job',
    );
  };
  return {
    async job(name, work, facts) {
      const began = performance.now();
      try {
        await work();
        jobEnded(name, 'done', began, facts);
      } catch (err) {
        jobEnded(name, 'failed', began, { ...facts, err });
      }
    },
    jobEnded,
    signInTried(requestId, method, outcome) {
      signIns.inc({ method, outcome });
      log.info({ request_id: requestId, event: 'sign-in', method, outcome });
    },
  };
}
