/**
 * A view transition that is skipped (a second click before it ends, a tab in the background) rejects
 * promises that the router does not wait for. That is no failure: the new page is there.
 */
export function forgiveSkippedTransitions(window: Window): void {
  window.addEventListener('unhandledrejection', (event) => {
    const { reason } = event;
    if (!(reason instanceof DOMException)) return;
    // CSS View Transitions 1 §«skip the view transition»: AbortError, InvalidStateError, TimeoutError.
    if (/transition/i.test(reason.message)) event.preventDefault();
  });
}
