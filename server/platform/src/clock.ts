/** The time is injected, so that tests can change it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

const DAY_MS = 24 * 60 * 60 * 1000;
/** A day of Japan begins nine hours before that of UTC; there is no summer time. */
const JAPAN_MS = 9 * 60 * 60 * 1000;

/** The number since 1970 of the day in Japan that a moment lies in. */
export const dayOf = (moment: Date): number => Math.floor((moment.getTime() + JAPAN_MS) / DAY_MS);

/** Midnight in Japan, when a day begins. @param day its number since 1970 */
export const startOfDay = (day: number): Date => new Date(day * DAY_MS - JAPAN_MS);
