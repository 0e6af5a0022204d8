/**
 * Work that the server asks of a browser before it sends a code to a stranger: to find
 * a number of which PBKDF2-SHA-256 of the challenge, with the number's digits as salt, begins with
 * `bits` zeros. The same call is made again with `challenge.number` in the header.
 */
export type Work = {
  readonly challenge: string;
  /** At most 32. */
  readonly bits: number;
  readonly iterations: number;
};

export const WORK_HEADER = 'x-code-work';
