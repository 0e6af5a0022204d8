/** Where the bearer token comes from: shared-auth, or a test's own. */
export type TokenSource = {
  /** The access token to send now; undefined for a visitor who is not signed in. */
  accessToken(): Promise<string | undefined>;
  /**
   * Renews the token that the server refused. `stale` is that token, or `''` when none was sent. Where
   * another call or tab has renewed it already, the answer is the newer token.
   */
  refresh(stale: string): Promise<RefreshResult>;
};

export type RefreshResult =
  | { readonly ok: true; readonly accessToken: string }
  | { readonly ok: false; readonly reason: string };

/** The refresh's reason when the identity provider did not answer; the session stays. */
export const UNREACHABLE = 'unreachable';

/**
 * One refresh at a time (product §7.6). A call that meets a 401 during a refresh waits for that one,
 * whichever token it had sent: the answer is the newest token either way.
 */
export function singleFlightRefresh(tokens: TokenSource): TokenSource['refresh'] {
  let refreshing: Promise<RefreshResult> | undefined;
  return (stale) => {
    refreshing ??= tokens.refresh(stale).finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };
}
