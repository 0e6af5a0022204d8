/** A problem that a check found: its place, and what to do about it. */
export type Problem = { readonly file: string; readonly says: string };
