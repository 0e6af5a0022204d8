import { Trans, useLingui } from '@lingui/react/macro';
import { DEFAULT_PAGE } from '@portal/kit/contract';
import { LinkButton } from '@portal/kit/ui';
import type { ReactElement } from 'react';
import { css } from '#css';

/** Links to the newer and the older page of a list. */
export function Pager({
  list,
  page,
  lastPage,
}: {
  /** The address of its first page. */
  readonly list: string;
  readonly page: number;
  readonly lastPage: number;
}): ReactElement | null {
  const { t } = useLingui();
  if (lastPage <= 1) return null;
  return (
    <nav aria-label={t`Pages`} className={bar}>
      <span className={side}>
        {page > 1 && (
          <LinkButton to={pageAddress(list, page - 1)} variant="outline" rel="prev">
            <Trans>Newer</Trans>
          </LinkButton>
        )}
      </span>
      <span className={place} aria-current="page">
        <Trans>
          Page {page} of {lastPage}
        </Trans>
      </span>
      <span className={side} data-end="">
        {page < lastPage && (
          <LinkButton to={pageAddress(list, page + 1)} variant="outline" rel="next">
            <Trans>Older</Trans>
          </LinkButton>
        )}
      </span>
    </nav>
  );
}

const bar = css({
  display: 'grid',
  gridTemplateColumns: '1fr auto 1fr',
  alignItems: 'center',
  gap: '3',
});
const side = css({ '&[data-end]': { textAlign: 'end' } });
const place = css({ fontSize: 'sm', color: 'ink.muted', fontVariantNumeric: 'tabular-nums' });

/** The page number of an address (`?page=2`); 1 where it is missing or not a page number. */
export function pageOf(request: Request): number {
  const text = new URL(request.url).searchParams.get('page') ?? '';
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : DEFAULT_PAGE;
}

/** The address of a page of a list. The first page has no number, so that it has one address. */
const pageAddress = (list: string, page: number): string =>
  `${list}${page > 1 ? `?page=${page}` : ''}`;
