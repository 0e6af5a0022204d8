/** Something that a check found: where, and what to do about it. */
export type Problem = { readonly file: string; readonly says: string };
