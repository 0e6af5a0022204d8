import type { StageReport } from '@portal/shared-contract';
import type { StartFailure } from '../remotes/remote-load-error.ts';

/** What happened to a part of the page. `began`: it is about to be loaded. */
export type StageEvent = {
  /** `shell` for undefined. */
  readonly part: string | undefined;
  readonly stage: StageReport['stage'] | 'began';
  /** By the clock of `performance.now()`. */
  readonly at: number;
  readonly why: StartFailure | undefined;
  /** The version of a release that takes the place of the page's own from now on. */
  readonly fallback: string | undefined;
};

const early: StageEvent[] = [];
let tell = (event: StageEvent): unknown => early.push(event);

/**
 * Notes how far a part of the page came. It is sent by code that is loaded when the browser is idle, so
 * that this costs the first view nothing.
 * @param part a remote; undefined for the shell
 * @param why of a failure, where it is known
 * @param fallback the version, when a release begins that takes the place of one that failed
 */
export function reportStage(
  part: string | undefined,
  stage: StageEvent['stage'],
  why?: StageEvent['why'],
  fallback?: string,
): void {
  tell({ part, stage, at: performance.now(), why, fallback });
}

/** Hands over what was noted so far, and from now on each event at once. */
export function sendStagesTo(receive: (event: StageEvent) => void): void {
  tell = receive;
  early.splice(0).forEach(receive);
}
