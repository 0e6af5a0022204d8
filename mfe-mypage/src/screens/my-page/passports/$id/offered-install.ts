/** In local storage: the installation as an app has been offered in this browser. */
const NAME = 'install_offered';

/** Offers it in this browser no more. */
export function rememberInstallOffer(): void {
  try {
    window.localStorage.setItem(NAME, '1');
  } catch {
    // Storage is refused: the offer comes once more after the next purchase.
  }
}

/** Whether it has been offered in this browser. */
export function wasInstallOffered(): boolean {
  try {
    return window.localStorage.getItem(NAME) !== null;
  } catch {
    return false;
  }
}
