/**
 * Runs in the hidden frame of the silent login check, when the identity provider has redirected back:
 * hands the answer to the page that asked, and to no other origin.
 */
window.parent.postMessage(window.location.search, window.location.origin);
