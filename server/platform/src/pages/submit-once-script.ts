/**
 * Prevents a second submission of a form within five seconds. The server handles a second submission
 * correctly too; the script only saves it the work.
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
