import { randomUUID } from 'node:crypto';
import { traceJob } from '@portal/shared-process/traces/traces';
import type { Logger } from 'pino';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Seconds; a job reads and deletes in the database, or sends one message. */
const RANGES_S = [0.01, 0.05, 0.25, 1, 5, 15, 60];

/** `failed` is tried again; `refused` (never taken) and `given-up` (after the last attempt) are not. */
export type JobOutcome = 'done' | 'failed' | 'refused' | 'given-up';
const LEVELS = { done: 'info', failed: 'warn', refused: 'error', 'given-up': 'error' } as const;

/**
 * A counter is there from the start: Prometheus does not see the first step of a series that begins with it,
 * and a rule that compares with a missing series says nothing.
 */
const FROM_THE_START: readonly (readonly [task: string, outcomes: readonly JobOutcome[]])[] = [
  ['housekeeping', ['done', 'failed']],
  ['reminders', ['done', 'failed']],
  ['broadcasts', ['done', 'failed']],
  ['mail', ['done', 'failed', 'refused', 'given-up']],
  ['sms', ['done', 'failed', 'refused', 'given-up']],
  ['push', ['done', 'failed', 'refused', 'given-up']],
];
const SIGN_INS_FROM_THE_START = ['password', 'passkey'].flatMap((method) =>
  ['accepted', 'refused'].map((outcome) => ({ method, outcome })),
);

/** Notes what the server does: each in one line of the log and in the metrics, with nothing of a member. */
export type WorkMonitor = {
  /** Runs a job and notes how it ended, with these facts; a failure is logged alone, since the next run tries again. */
  job(name: string, work: () => Promise<void>, facts?: Record<string, unknown>): Promise<void>;
  jobEnded(name: string, outcome: JobOutcome, began: number, facts?: Record<string, unknown>): void;
  /** Notes messages whose time was over before they could be sent. @param kind `mail`, `sms` or `push` */
  messagesExpired(kind: string, count: number): void;
  signInTried(requestId: string, method: string, outcome: string): void;
};

export function workMonitor(log: Logger, registry: Registry): WorkMonitor {
  const registers = [registry];
  const seconds = new Histogram({
    name: 'portal_job_seconds',
    help: 'Time of jobs of this process, by job and outcome',
    labelNames: ['task', 'outcome'], // `job` is Prometheus's own word for what it asks.
    buckets: RANGES_S,
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

  const expired = new Counter({
    name: 'portal_messages_expired_total',
    help: 'Messages that were not sent before their time was over, by kind',
    labelNames: ['kind'],
    registers,
  });
  for (const [task, outcomes] of FROM_THE_START) {
    for (const outcome of outcomes) seconds.zero({ task, outcome });
  }
  for (const kind of ['mail', 'sms', 'push']) expired.inc({ kind }, 0);
  for (const labels of SIGN_INS_FROM_THE_START) signIns.inc(labels, 0);

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
      const noted = async () => {
        try {
          await work();
          jobEnded(name, 'done', began, facts);
        } catch (err) {
          jobEnded(name, 'failed', began, { ...facts, err });
          throw err;
        }
      };
      await traceJob(name, noted).catch(() => undefined);
    },
    jobEnded,
    messagesExpired(kind, count) {
      expired.inc({ kind }, count);
      log.error({ event: 'messages-expired', kind, count }, 'messages were not sent in time');
    },
    signInTried(requestId, method, outcome) {
      signIns.inc({ method, outcome });
      log.info({ request_id: requestId, event: 'sign-in', method, outcome });
    },
  };
}
