/** Travels with the choice of e-mail: what LINE may have handed over before is then forgotten. */
export const BY_EMAIL = { chosen: 'email' } as const;

export const choseEmail = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'chosen' in state && state.chosen === 'email';
