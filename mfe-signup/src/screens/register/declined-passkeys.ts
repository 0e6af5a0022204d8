/** In local storage: this browser's member wants no passkey. */
const NAME = 'passkey_declined';

/** Offers no passkey in this browser any more. The account's settings still have it. */
export function declinePasskeys(): void {
  try {
    window.localStorage.setItem(NAME, '1');
  } catch {
    // Storage is refused: the offer comes once more at the next sign-up.
  }
}

/** Whether a passkey was declined in this browser. */
export function hasDeclinedPasskeys(): boolean {
  try {
    return window.localStorage.getItem(NAME) !== null;
  } catch {
    return false;
  }
}
