/**
 * True in `npm run proofs`, which runs the Jest tests that import this module with `PROOFS=1`. A long
 * proof runs whole there, and as a sample in `npm test`:
 *
 *     const ROUNDS = PROOFS ? 1000 : 20;
 */
export const PROOFS = process.env.PROOFS === '1';

/**
 * A test that is too long for `npm test` even as a sample. Import it `as it`: a tag such as `// @proves 5.3`
 * belongs to a `test`, `it` or `describe` below it.
 */
export const proofTest = PROOFS ? test : test.skip;
