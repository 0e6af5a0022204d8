import { SILENT_CHECK_MESSAGE } from './silent-check.ts';

/**
 * The whole script of the static page `/silent-check.html`, inline there and allowed by its hash. It
 * posts the provider's answer to the page that opened the frame, if that page is of the same origin.
 */
export const SILENT_CHECK_SCRIPT = `if (parent !== window) parent.postMessage({ type: '${SILENT_CHECK_MESSAGE}', search: location.search }, location.origin);`;
