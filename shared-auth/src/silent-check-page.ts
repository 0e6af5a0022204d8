import { SILENT_CHECK_MESSAGE } from './silent-check.ts';

/**
 * The whole script of the static page `/silent-check.html`, inline there and allowed by its hash. It posts the
 * provider's answer to the page that opened the frame, if that page is of the same origin. Outside of a frame it goes
 * home: LemonLDAP::NG answers there once somebody has signed in whom the check found signed out.
 */
export const SILENT_CHECK_SCRIPT = `if (parent !== window) parent.postMessage({ type: '${SILENT_CHECK_MESSAGE}', search: location.search }, location.origin); else location.replace('/');`;
