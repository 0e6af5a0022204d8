import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { PrefectureSchema } from './prefecture.ts';

export const listPrefectures = endpoint('GET', '/prefectures', {
  access: 'public',
  summary: "Japan's 47 prefectures in JIS order.",
  answer: v.object({ data: v.array(PrefectureSchema) }),
});
