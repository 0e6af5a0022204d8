/** What other browsers give the focus when it is pressed. */
const PRESSED = 'a[href], button, summary, [type=checkbox], [type=radio]';

/** Gives what is pressed the focus, as Safari does not, so that dialogs can return it. */
export function focusPressed(): void {
  document.addEventListener(
    'click',
    ({ target, isTrusted }) => {
      // Enter in a field presses the form's button; the focus stays in the field.
      if (!isTrusted || document.activeElement !== document.body) return;
      if (target instanceof Element)
        target.closest<HTMLElement>(PRESSED)?.focus({ preventScroll: true });
    },
    true,
  );
}
