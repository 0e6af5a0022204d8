import { isRouteErrorResponse, useMatches, useRouteError } from '@portal/shared-routing';
import type { ReactElement } from 'react';
import type { RemoteLoadError } from '../remotes.ts';
import { PageNotFound } from '../router/page-not-found.ts';
import type { RouteHandle } from '../router/screen-route.tsx';
import { BrokenRoom } from './broken-room.tsx';
import { NotFound } from './not-found.tsx';

/** What stands in a screen's place when it fails; header and menu stay usable. */
export function ScreenBoundary(): ReactElement {
  const error = useRouteError();
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  if (isNotFound(error)) return <NotFound />;
  return (
    <BrokenRoom
      remote={(error as Partial<RemoteLoadError> | undefined)?.remote ?? handle?.remote}
      why={isLoadError(error) ? 'unreachable' : 'broken'}
    />
  );
}

function isNotFound(error: unknown): boolean {
  return error instanceof PageNotFound || (isRouteErrorResponse(error) && error.status === 404);
}

/** By name: errors of webpack's own chunk loading have no class one could import. */
function isLoadError(error: unknown): boolean {
  return error instanceof Error && ['RemoteLoadError', 'ChunkLoadError'].includes(error.name);
}
