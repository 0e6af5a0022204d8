import type { StageReport } from '@portal/shared-contract';

/** What browsers tell about releases: counted in memory, and added to the database every few seconds. */
export type ReleaseReports = {
  /**
   * Counts reports of releases that are live or were so lately, and drops others.
   * @param network whose reports these are, as limits count it
   */
  count(reports: readonly StageReport[], network: string): Promise<void>;
  /** Adds what was counted to the database. If that fails, it is kept for the next time. */
  flush(): Promise<void>;
};
