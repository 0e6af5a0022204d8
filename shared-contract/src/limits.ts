/**
 * How long a page waits, in milliseconds, before it asks another, goes on without or says so in words.
 * The page's configuration can change each: test portals have longer ones, so that a busy machine shows no error.
 */
export const LIMITS = {
  /** A view, before an error screen replaces it; its files and calls have shares of it. */
  view: 8_000,
  /** A call of the API, with its retry and the renewal of the token: less than a member waits. */
  call: 9_000,
  /** `/latest.json`, before a kept page goes on as one without a connection. */
  latest: 2_000,
  /** The silent session check with its retries, whose first attempt has half of it. */
  silent: 8_000,
  /** A token request: enough for a slow phone, and two fit into the 10 s in which the provider repeats its answer. */
  token: 4_500,
  /**
   * What the browser keeps: an answer of its database, far longer than a slow phone needs, and the removal of it all,
   * for which a sign-out waits.
   */
  storage: 3_000,
  /** The network, before the service worker shows the kept page of another screen. */
  worker: 2_000,
} as const;

export type Limits = Readonly<Record<keyof typeof LIMITS, number>>;

/** All limits: the page's own, and the usual ones for the others. */
export const limitsOf = ({
  limits,
}: {
  readonly limits?: Partial<Limits> | undefined;
}): Limits => ({
  ...LIMITS,
  ...limits,
});
