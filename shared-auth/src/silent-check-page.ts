/** Marks the message of the answering page among all others that a window may receive. */
export const SILENT_CHECK_MESSAGE = 'portal:silent-check';

/**
 * The whole script of the static page `/silent-check.html`, to be put inline and allowed by its hash.
 * It hands the provider's answer to the page that opened the frame, if that is one of ours.
 */
export const SILENT_CHECK_SCRIPT = `if (parent !== window) parent.postMessage({ type: '${SILENT_CHECK_MESSAGE}', search: location.search }, location.origin);`;
