/** The time is injected, so that tests can change it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
