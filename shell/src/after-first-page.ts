import type { Locale } from '@portal/shared-contract';
import type { DataRouter } from '@portal/shared-routing';
import { startPrefetching } from './prefetch/prefetch.ts';
import { watchReleases } from './release/watch-releases.tsx';
import type { RemoteRegistry } from './router/remote-registry.ts';
import { sendStagesTo } from './telemetry/report-stage.ts';
import { createStageSender } from './telemetry/stage-sender.ts';
import { keepPortal } from './worker/keep-portal.ts';

export type StartedPortal = {
  readonly router: DataRouter;
  readonly remoteRegistry: RemoteRegistry;
  /** The remote of the first page, if it is one's. */
  readonly owner: string | undefined;
  readonly locale: Locale;
};

/** What the portal does once its first page stands, and does without if this chunk does not come. */
export function afterFirstPage({ router, remoteRegistry, owner, locale }: StartedPortal): void {
  const { portal } = window;
  startPrefetching(remoteRegistry, owner, router);
  if (portal.override) return;
  watchReleases({ router });
  keepPortal({ locale });
  sendStagesTo(createStageSender(portal, owner));
}
