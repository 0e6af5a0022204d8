import { isRouteErrorResponse, useMatches, useRouteError } from '@portal/shared-routing';
import type { RouteHandle } from '../page/route-handle.ts';
import type { RemoteLoadError } from '../remotes/remote-load-error.ts';
import { NotFound } from './not-found.tsx';
import { RemoteError } from './remote-error.tsx';

/** Replaces a screen that failed; header and menu stay usable. */
export function ScreenBoundary() {
  const error = useRouteError();
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  if (isNotFound(error)) return <NotFound />;
  const { remote, why } = (error ?? {}) as Partial<RemoteLoadError>;
  return (
    <RemoteError
      remote={remote ?? handle?.remote}
      why={why ?? (isLoadError(error) ? 'unreachable' : 'broken')}
    />
  );
}

function isNotFound(error: unknown): boolean {
  return error instanceof PageNotFound || (isRouteErrorResponse(error) && error.status === 404);
}

/** Compares names, since webpack's chunk load errors have no class to import. */
function isLoadError(error: unknown): boolean {
  return (
    error instanceof Error &&
    ['RemoteLoadError', 'ChunkLoadError', 'ViewTimeoutError'].includes(error.name)
  );
}

/** Thrown for an address that no row covers. */
export class PageNotFound extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`Page Not Found: ${path}`);
    this.name = 'PageNotFound';
    this.path = path;
  }
}
