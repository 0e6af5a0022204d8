import type { RemoteRoutes } from '@portal/shared-routing';

/**
 * The remotes of the workspace and the first segments of their paths. The build of the monolith fills both
 * (monolith-table-loader.ts), so that no list has to name a new remote.
 */
export const REMOTES: Readonly<Record<string, () => Promise<RemoteRoutes>>> = {};
export const OWNERS: Readonly<Record<string, string>> = {};
