/**
 * Navigation state of the choice of email; the first step then drops an earlier ticket. It stands alone, because
 * the flow would bring the code's form and its schema into the first page.
 */
export const EMAIL_CHOICE = { chosen: 'email' } as const;

export const isEmailChoice = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'chosen' in state && state.chosen === 'email';
