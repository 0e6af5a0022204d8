/** What runs scripts in a page: one of Playwright, or a browser of src/engines. */
export type Evaluates = {
  evaluate<R, A = undefined>(script: (given: A) => R | Promise<R>, given: A): Promise<R>;
};
