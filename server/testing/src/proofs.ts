/**
 * True in `npm run proofs`, which runs the Jest tests that import this module with `PROOFS=1`. A long
 * proof runs whole there, and as a sample in `npm test`:
 *
 *     const ROUNDS = PROOFS ? 1000 : 20;
 */
export const PROOFS = process.env.PROOFS === '1';

/** A test that is too long for `npm test`. Import it `as it`, so that its tags belong to a `test` or `it`. */
export const proofTest = PROOFS ? test : test.skip;
