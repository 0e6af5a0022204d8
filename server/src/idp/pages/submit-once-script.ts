/**
 * A second press while the first is on its way is not sent. Without a script the server takes it as
 * well as the first; this spares a slow line the work.
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
