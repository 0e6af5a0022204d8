import type { StageReport } from '@portal/shared-contract';
import { reportAddress } from '@portal/shared-contract/report-address';
import type { CodeRuns } from '@portal/shared-contract/worker';
import type { MessageToWorker } from './scope.ts';

/** A page that runs new code says so each second. */
export const SILENCE_MS = 5_000;

type Parts = {
  /** Whether a page is still there and in the foreground: browsers hold up those behind. */
  readonly isSeen: (page: string) => Promise<boolean>;
  readonly fetch: typeof globalThis.fetch;
  readonly wait: (milliseconds: number) => Promise<unknown>;
};

/**
 * Reports the release whose code has frozen a page: the page cannot, since a loop holds its
 * only thread.
 */
export function createPageWatch({ isSeen, fetch, wait }: Parts) {
  const last = new Map<string, unknown>();
  return async ({ data, source }: Pick<MessageToWorker, 'data' | 'source'>): Promise<void> => {
    const message = data as CodeRuns;
    if (!source || (message.type !== 'runs' && message.type !== 'has-run')) return;
    last.set(source.id, message);
    if (message.type === 'runs') await wait(SILENCE_MS);
    // The page has said something since.
    if (last.get(source.id) !== message) return;
    last.delete(source.id);
    if (message.type === 'has-run' || !(await isSeen(source.id))) return;
    const { remote, version, apiUrl, token } = message;
    const report = { remote, version, stage: 'failed', code: 'frozen' } satisfies StageReport;
    const body = JSON.stringify([report]);
    await fetch(reportAddress(apiUrl, token), { method: 'POST', body, keepalive: true });
  };
}
