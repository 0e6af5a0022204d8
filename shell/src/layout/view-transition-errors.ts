/**
 * Suppresses the unhandled rejections of a skipped view transition (a second click before it ends,
 * a tab in the background). The router does not await those promises, and the new page is shown
 * anyway.
 */
export function ignoreSkippedTransitions(window: Window): void {
  window.addEventListener('unhandledrejection', (event) => {
    const { reason } = event;
    if (!(reason instanceof DOMException)) return;
    // CSS View Transitions 1, "skip the view transition": AbortError, InvalidStateError,
    // TimeoutError.
    if (/transition/i.test(reason.message)) event.preventDefault();
  });
}
