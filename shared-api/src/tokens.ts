/** Where the bearer token comes from: shared-auth, or a test's own. */
export type TokenSource = {
  /** The access token to send now; undefined for a visitor who is not signed in. */
  accessToken(): Promise<string | undefined>;
  /**
   * Renews the token that the server refused. `stale` is that token, or `''` when none was sent. Where
   * another call or tab has renewed it already, the answer is the newer token.
   */
  renew(stale: string): Promise<RenewalResult>;
};

export type RenewalResult =
  | { readonly ok: true; readonly accessToken: string }
  | { readonly ok: false; readonly reason: string };

/** The renewal's reason when the identity provider did not answer; the session stays. */
export const UNREACHABLE = 'unreachable';

/** One renewal at a time: a call that meets a 401 meanwhile waits for it, and gets the newest token. */
export function singleFlightRenewal(tokens: TokenSource): TokenSource['renew'] {
  let renewing: Promise<RenewalResult> | undefined;
  return (stale) => {
    renewing ??= tokens.renew(stale).finally(() => {
      renewing = undefined;
    });
    return renewing;
  };
}
