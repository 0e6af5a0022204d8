import type { Locale } from '@portal/shared-contract';
import type { DataRouter } from '@portal/shared-routing';
import { keepKeyboardRoom } from './page/keyboard-room.ts';
import { nameLaunchImages } from './page/launch-images.ts';
import { followTranslation } from './page/translated-texts.ts';
import { whenIdle } from './page/when-idle.ts';
import { startPrefetching } from './prefetch/prefetch.ts';
import { watchReleases } from './release/watch-releases.tsx';
import type { RemoteRegistry } from './remotes/remote-registry.ts';
import { keepRecentScreens } from './revisits/recent-screens.ts';
import { sendStagesTo } from './telemetry/report-stage.ts';
import { createStageSender } from './telemetry/stage-sender.ts';
import { keepPortal } from './worker/keep-portal.ts';

/** On a slow phone the passes come up to three seconds after the page: what is kept is loaded after them. */
const KEEP_AFTER_MS = 4_000;

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
  if (!('popover' in HTMLElement.prototype)) {
    // Without it the menu and the bell do not open; all else works.
    import('./panels/popover-polyfill.ts').catch(() => undefined);
  }
  followTranslation();
  keepRecentScreens(router);
  keepKeyboardRoom();
  nameLaunchImages();
  const fetched = new Promise<void>((done) =>
    startPrefetching(remoteRegistry, owner, router, done),
  );
  if (portal.preview) {
    void fetched.then(markSettled);
    return;
  }
  watchReleases({ router });
  const kept = new Promise<void>((done) =>
    whenIdle(() => void keepPortal({ locale }).then(done), KEEP_AFTER_MS),
  );
  void Promise.all([fetched, kept]).then(markSettled);
  sendStagesTo(createStageSender(portal, owner));
}

/** Tells tests, and whoever looks into the document, that nothing is left to be done in idle moments. */
function markSettled(): void {
  document.documentElement.dataset.settled = '';
}
