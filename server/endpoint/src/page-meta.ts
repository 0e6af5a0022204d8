import type { Pagination } from '@portal/shared-contract';

/** The place of a page in its list, as every list answers it. */
export const pageMeta = (
  { page, limit }: Pick<Pagination, 'page' | 'limit'>,
  total: number,
): Pagination => ({ page, limit, total, last_page: Math.max(1, Math.ceil(total / limit)) });
