import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { PrefectureSchema } from './prefecture.ts';

/** One town that a postal code covers. If there are several, the member chooses from a list. */
export const AddressSchema = v.object({
  postal_code: v.string(),
  prefecture: PrefectureSchema,
  city: v.string(),
  /** The town; empty if the code covers a whole city. */
  town: v.string(),
});
export type Address = v.InferOutput<typeof AddressSchema>;

export const lookUpPostalCode = endpoint('GET', '/postal-code/{code}', {
  access: 'public',
  summary: 'The towns of a Japanese postal code: seven digits, a hyphen is allowed.',
  params: v.object({ code: v.pipe(v.string(), v.regex(/^\d{3}-?\d{4}$/)) }),
  answer: v.object({ data: v.array(AddressSchema) }),
});

export const listPrefectures = endpoint('GET', '/prefectures', {
  access: 'public',
  summary: "Japan's 47 prefectures in JIS order.",
  answer: v.object({ data: v.array(PrefectureSchema) }),
});
