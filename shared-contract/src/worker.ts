/** The service worker's address: at the root, so that it answers for every screen. */
export const WORKER_PATH = '/worker.js';
/** The beginning of the names of its caches. */
export const KEPT_CACHES = 'portal-kept-';
/** The cache of now. The number is raised when what is kept changes its form; the caches of other versions are removed. */
export const KEPT_CACHE = `${KEPT_CACHES}4`;

/** The screens that open without a connection, with all that they need of the shell. */
export const KEPT_ROUTES = ['/my-page', '/my-page/passports/:id'] as const;

/**
 * Asks the worker to keep the page at a path of the portal, for times without a connection. Whoever asks has made the
 * cache: the worker makes none, so that nothing comes back that the browser has removed at a sign-out.
 */
export type KeepPage = {
  readonly type: 'keep';
  readonly path: string;
  /** The addresses of the files that the page has loaded. */
  readonly loaded: readonly string[];
};

/** Asks the worker for an answer of any kind at the port that comes with it: whether its thread is free. */
export type Ping = { readonly type: 'ping' };
