/** The heading of the screen that is shown; earlier screens may be kept in the document, inert. */
export const pageHeading = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('h1')].find((one) => !one.closest('[inert]')) ?? null;
