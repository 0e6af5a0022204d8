import { createBrowserRouter, type DataRouter } from 'react-router-dom';

/**
 * React Router's router of the address bar, which has React draw the first page in one task. In slices, between which the
 * browser draws frames of what stands in the page's place, it takes a slow phone up to three times as long, and nothing in it
 * can be used before (docs/decisions/0003-how-a-page-starts.md).
 */
export function createPageRouter(...parts: Parameters<typeof createBrowserRouter>): DataRouter {
  const router = createBrowserRouter(...parts);
  const { subscribe } = router;
  let first = router.state.initialized ? router.state : undefined;
  router.subscribe = (subscriber) =>
    subscribe((state, change) => {
      if (state.initialized) first ??= state;
      if (state !== first) subscriber(state, change);
      // The router is not done with the page yet: what the page's effects ask of it in between would be lost.
      else queueMicrotask(() => subscriber(router.state, { ...change, flushSync: true }));
    });
  return router;
}
