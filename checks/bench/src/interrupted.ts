/** The exit code of a command that a signal has ended, as shells have it. */
export const INTERRUPTED = 130;
