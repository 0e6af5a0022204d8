import * as v from 'valibot';
import { LocalizedTextSchema } from '../locale.ts';

export const PrefectureSchema = v.object({
  /** The JIS X 0401 number, 1 to 47. The list is in this order. */
  id: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(47)),
  name: LocalizedTextSchema,
});
export type Prefecture = v.InferOutput<typeof PrefectureSchema>;
