import type { WorkerScope } from './scope.ts';

/**
 * Has the browser ask for a page while the worker starts. Not in Firefox, which drops the worker's answer where its
 * own request has failed (seen in 153), so that nothing would open without a connection.
 */
export async function setNavigationPreload({
  navigator,
  registration: { navigationPreload },
}: Pick<WorkerScope, 'navigator' | 'registration'>): Promise<void> {
  // Switched off where an earlier worker has switched it on.
  await (navigator.userAgent.includes('Firefox/')
    ? navigationPreload?.disable()
    : navigationPreload?.enable());
}
