import type { PageData } from '@portal/shared-contract';
import { differsFromPage, fetchLatest } from '@portal/shared-contract/latest-releases';
import { KEPT_CACHES } from '@portal/shared-contract/worker';

/**
 * Asks the portal whether a page that the service worker has kept is live. One that is not is replaced by that of the
 * network: then this never resolves, so that nothing of a withdrawn release runs.
 * @param limitMs without an answer within this time the page goes on as one without a connection
 * @returns resolves when its scripts may run; the page counts as kept only where no answer came
 */
export async function untilLive(data: PageData, limitMs: number): Promise<void> {
  const latest = await Promise.race([
    fetchLatest(fetch),
    new Promise<undefined>((resolve) => setTimeout(resolve, limitMs)),
  ]);
  if (!latest) return;
  delete document.documentElement.dataset.kept;
  if (!differsFromPage(latest, data)) return;
  await forgetKeptPages().catch(() => {});
  // The worker asks the network for it.
  location.reload();
  await new Promise(() => {});
}

async function forgetKeptPages(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(KEPT_CACHES));
  await Promise.all(names.map((name) => caches.delete(name)));
}
