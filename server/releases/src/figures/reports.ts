import type { StageReport } from '@portal/shared-contract';
import type { BrowserEngine } from './browser-engine.ts';

export type ReportSender = {
  /** Whose reports these are, as limits count it. */
  readonly network: string;
  /** The token of the page (`pageToken`). Reports of no page that was live lately decide nothing. */
  readonly page: string | undefined;
  /** Counted in the metrics of this process alone. */
  readonly browser: BrowserEngine;
};

/** What browsers tell about releases: counted in memory, and added to the database every few seconds. */
export type ReleaseReports = {
  /**
   * Counts reports of releases that are live or were so lately, and drops others.
   */
  count(reports: readonly StageReport[], sender: ReportSender): Promise<void>;
  /** Adds what was counted to the database. If that fails, it is kept for the next time. */
  flush(): Promise<void>;
};
