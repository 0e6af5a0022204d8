import { call } from '@portal/kit/api';
import { DEFAULT_PAGE_SIZE, listPassports, type Passport } from '@portal/kit/contract';
import { useState } from 'react';
import type { PassportPage } from '../../passports/passport-page.ts';

/** The passports of all pages that were loaded, and a function that loads the next. */
export function useFurtherPages(first: PassportPage) {
  const [further, setFurther] = useState<readonly Passport[]>([]);
  const [page, setPage] = useState(first.meta.page);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const known = new Set(first.data.map(({ id }) => id));
  // A new passport shifts the pages by one, so the same passport can come twice.
  const passports = [...first.data, ...further.filter(({ id }) => !known.has(id))];

  async function load(): Promise<void> {
    setBusy(true);
    const next = page + 1;
    const answer = await call(listPassports, { query: { page: next, limit: DEFAULT_PAGE_SIZE } });
    setBusy(false);
    setFailed(!answer.ok);
    if (!answer.ok) return;
    setPage(next);
    setFurther((before) => [...before, ...answer.data.data]);
  }
  const more = page * DEFAULT_PAGE_SIZE < first.meta.total;
  return { passports, more, busy, failed, loadMore: () => void load() };
}
