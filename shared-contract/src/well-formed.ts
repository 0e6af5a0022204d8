/** Without lone surrogates, which are no valid text and cannot be stored in the database. */
export const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);
