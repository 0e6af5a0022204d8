import { StartRefused } from './start-refused.ts';

/**
 * Whether pages tell how fast they are: `VITALS=off` switches it off.
 * @throws StartRefused for another value
 */
export function sendsVitals(env: Readonly<Record<string, string | undefined>>): boolean {
  const { VITALS = '' } = env;
  if (VITALS === '' || VITALS === 'on') return true;
  if (VITALS === 'off') return false;
  throw new StartRefused(
    `Please set VITALS to off, or leave it out: it is ${JSON.stringify(VITALS)}.`,
  );
}
