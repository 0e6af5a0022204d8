import { LIMITS, type Limits } from '@portal/shared-contract/limits';
import { StartRefused } from './start-refused.ts';

/**
 * Reads how long pages wait for what, in milliseconds: `PAGE_LIMITS=view=20000,call=30000`.
 * @returns what is not as usual
 * @throws StartRefused for a name that there is not, or a number that is not a whole one above 0
 */
export function pageLimits(list: string): Partial<Limits> {
  const parts = list.split(/[\s,]+/).filter(Boolean);
  return Object.fromEntries(
    parts.map((part) => {
      const [, name, number] = /^([a-z]+)=([1-9]\d{0,8})$/.exec(part) ?? [];
      if (name && Object.hasOwn(LIMITS, name)) return [name, Number(number)];
      throw new StartRefused(
        `Please set PAGE_LIMITS to limits such as view=20000,call=30000, with whole numbers of milliseconds and the names ${Object.keys(LIMITS).join(', ')}.`,
      );
    }),
  );
}
