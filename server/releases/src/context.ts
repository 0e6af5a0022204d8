import type { ApiContext } from '@portal/server-endpoint/api';
import type { DatabaseHandle, DomainContext } from '@portal/server-platform/database/database';
import type { WorkMonitor } from '@portal/server-platform/metrics/work';
import type { StageReport } from '@portal/shared-contract';
import type { Logger } from 'pino';
import type { ReleaseSettings } from './settings.ts';

export type ReleaseReports = {
  /**
   * Counts reports of releases that are live, or were so before the last promotion, and drops others.
   * @param network whose reports these are, as limits count it
   */
  count(reports: readonly StageReport[], network: string): Promise<void>;
};

export type ReleaseContext = DomainContext & {
  readonly config: ReleaseSettings;
  readonly database: DatabaseHandle;
  readonly log: Logger;
  readonly work: WorkMonitor;
  readonly releaseReports: ReleaseReports;
};

export type ReleaseApiContext = ApiContext & ReleaseContext;
