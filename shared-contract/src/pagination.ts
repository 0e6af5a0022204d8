import * as v from 'valibot';

export const PaginationSchema = v.object({
  page: v.number(),
  limit: v.number(),
  total: v.number(),
  last_page: v.number(),
});
export type Pagination = v.InferOutput<typeof PaginationSchema>;

/** The default query of every list: page 1 with ten items. */
export const DEFAULT_PAGE = 1;
export const DEFAULT_PAGE_SIZE = 10;
const wholeNumber = (least: number, most: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))]),
    v.number(),
    v.integer(),
    v.minValue(least),
    v.maxValue(most),
  );
export const PageQuerySchema = v.object({
  page: v.optional(wholeNumber(1, 100_000), DEFAULT_PAGE),
  limit: v.optional(wholeNumber(1, 100), DEFAULT_PAGE_SIZE),
});
