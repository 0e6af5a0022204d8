import { DEFAULT_PAGE } from '@portal/kit/contract';

/** The page number of an address (`?page=2`); 1 where it is missing or not a page number. */
export function pageOf(request: Request): number {
  const text = new URL(request.url).searchParams.get('page') ?? '';
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : DEFAULT_PAGE;
}

/** The address of a page of a list. The first page has no number, so that it has one address. */
export const pageAddress = (list: string, page: number): string =>
  `${list}${page > 1 ? `?page=${page}` : ''}`;
