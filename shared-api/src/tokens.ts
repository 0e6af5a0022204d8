/** Where the bearer token comes from. shared-auth is the portal's; a test may bring its own. */
export type TokenSource = {
  /** The access token to send now; undefined for a visitor who is not signed in. */
  accessToken(): Promise<string | undefined>;
  /**
   * Renews the token that the server refused. `stale` is that token, or `''` when none was sent;
   * where another call or tab has renewed it already, the newer token is the answer.
   */
  refresh(stale: string): Promise<RefreshResult>;
};

export type RefreshResult =
  | { readonly ok: true; readonly accessToken: string }
  | { readonly ok: false; readonly reason: string };

/** The refresh's reason when the identity provider could not be asked; the session stays. */
export const UNREACHABLE = 'unreachable';

/**
 * Spec §7: one refresh-and-retry cycle at a time. Calls that meet a 401 while a refresh is under way
 * wait for that one, whichever token they had sent: its answer is the newest either way.
 */
export function oneRefreshAtATime(tokens: TokenSource): TokenSource['refresh'] {
  let underWay: Promise<RefreshResult> | undefined;
  return (stale) => {
    underWay ??= tokens.refresh(stale).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
