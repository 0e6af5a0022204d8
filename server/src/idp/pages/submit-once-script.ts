/**
 * Does not send a form twice within five seconds. Without the script the server handles the second
 * submission as well; this saves the work on a slow connection.
 */
export const SUBMIT_ONCE_SCRIPT = `
const WAIT_MS = 5000;
for (const form of document.forms) {
  let sentAt = -Infinity;
  form.addEventListener('submit', (event) => {
    if (event.timeStamp - sentAt < WAIT_MS) event.preventDefault();
    else if (!event.defaultPrevented) sentAt = event.timeStamp;
  });
}
`;
