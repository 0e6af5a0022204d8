/** What stands in front of the reason in the output of a build that failed. */
export const REASON = '\nThe build failed: ';
