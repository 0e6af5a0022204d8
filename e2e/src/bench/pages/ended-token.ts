/**
 * Runs in the page before its own scripts: the browser of a member who comes back the next day. The
 * session is alive, and the access token has ended by this device's clock.
 */
export function endAccessToken(): void {
  // The frame of the silent check has the same storage.
  if (window.top === window) localStorage.setItem('access_token_expires_at', '1');
}
