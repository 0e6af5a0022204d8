/**
 * How often a test is tried. A developer sees each failure; a shared CI machine gets one second try.
 * A test that changes its member for good has another member for each.
 */
export const TRIES = process.env.CI ? 2 : 1;
