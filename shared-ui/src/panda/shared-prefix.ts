/** The prefix of every class of shared-ui's recipes and of the shell's utilities. */
export const SHARED_PREFIX = 'ui';
