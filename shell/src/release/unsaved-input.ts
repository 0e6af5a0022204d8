import { hasDraft } from '@portal/shared-routing';

const TEXT_FIELDS = 'input:not([type=hidden], [type=checkbox], [type=radio]), textarea';

/** Whether something would be lost, or a flow interrupted, if the page were loaded anew. */
export type UnsavedInput = {
  isThere(): boolean;
  /** A link was followed: what was typed is given up once it has led to another page. */
  linkFollowed(): void;
  stop(): void;
};

/**
 * Notes what is typed. A step that leads on by itself, as after a code, keeps it: what was typed may
 * be in memory for the next step. Only a page that the member has left by a link counts as clean.
 * @param changed is called when something is typed
 */
export function watchInput(changed: () => void): UnsavedInput {
  let isTyped = hasText();
  let leaving: string | undefined;

  function typed(): void {
    isTyped = true;
    leaving = undefined;
    changed();
  }
  document.addEventListener('input', typed, true);
  return {
    isThere() {
      if (leaving !== undefined && leaving !== window.location.pathname) {
        isTyped = false;
        leaving = undefined;
      }
      return (
        isTyped ||
        hasText() ||
        hasDraft() ||
        // Sign-in, registration and other pages that are one flow.
        document.documentElement.dataset.layout === 'empty'
      );
    },
    linkFollowed() {
      leaving = window.location.pathname;
    },
    stop: () => document.removeEventListener('input', typed, true),
  };
}

/** Fields that a page has filled in itself count too: the member may have read and left them so. */
const hasText = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXT_FIELDS)].some(
    ({ value }) => value !== '',
  );
