import { createBrowserRouter, type DataRouter } from 'react-router-dom';

/**
 * React Router's router of the address bar, which has React draw the first page in one task. In slices, between which the
 * browser draws frames of what stands in the page's place, it takes a slow phone up to three times as long, and nothing in it
 * can be used before (docs/decisions/0127-how-a-page-starts.md).
 */
export function createPageRouter(...parts: Parameters<typeof createBrowserRouter>): DataRouter {
  const router = createBrowserRouter(...parts);
  const { subscribe } = router;
  let first = router.state.initialized ? router.state : undefined;
  router.subscribe = (subscriber) =>
    subscribe((state, change) => {
      if (state.initialized) first ??= state;
      subscriber(state, state === first ? { ...change, flushSync: true } : change);
    });
  return router;
}
