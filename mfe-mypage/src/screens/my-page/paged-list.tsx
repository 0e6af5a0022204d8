import { Trans, useLingui } from '@lingui/react/macro';
import type { Result } from '@portal/kit/api';
import { DEFAULT_PAGE, type EndpointAnswer, type listPurchases } from '@portal/kit/contract';
import { type Deferred, useDeferred } from '@portal/kit/routing';
import {
  EmptyState,
  type IconName,
  LinkButton,
  LoadProblem,
  Skeleton,
  SkeletonGroup,
} from '@portal/kit/ui';
import { type ReactElement, type ReactNode, Suspense } from 'react';
import { css } from '#css';

type Page<Item> = {
  readonly data: readonly Item[];
  readonly meta: EndpointAnswer<typeof listPurchases>['meta'];
};

type Props<Item> = {
  readonly list: string;
  /** The requested page, from 1. */
  readonly page: number;
  readonly answer: Deferred<Result<Page<Item>>>;
  readonly empty: ReactElement;
  readonly icon: IconName;
  readonly toFirst: ReactNode;
  readonly children: (items: readonly Item[], meta: Page<Item>['meta']) => ReactNode;
};

/** One page of a list, each of which has an address of its own, with links to the newer and the older one. */
export function PagedList<Item>(props: Props<Item>) {
  return (
    <Suspense key={props.page} fallback={<ListSkeleton />}>
      <Loaded {...props} />
    </Suspense>
  );
}

function Loaded<Item>(props: Props<Item>) {
  const { list, page, empty, icon, toFirst, children } = props;
  const answer = useDeferred(props.answer);
  if (!answer.ok) return <LoadProblem error={answer.error} />;
  const { data, meta } = answer.data;
  if (meta.total === 0) return empty;
  if (data.length === 0) {
    return (
      <EmptyState
        icon={icon}
        title={<Trans>There is nothing on this page</Trans>}
        action={
          <LinkButton to={list} variant="outline">
            {toFirst}
          </LinkButton>
        }
      />
    );
  }
  return (
    <>
      {children(data, meta)}
      <Pager list={list} page={page} lastPage={meta.last_page} />
    </>
  );
}

type PagerProps = { readonly list: string; readonly page: number; readonly lastPage: number };

function Pager({ list, page, lastPage }: PagerProps) {
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

/** The page number of an address (`?page=2`); 1 where it is missing or not a page number. */
export function pageOf(request: Request): number {
  const text = new URL(request.url).searchParams.get('page') ?? '';
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : DEFAULT_PAGE;
}

/** The address of a page of a list. The first page has no number, so that it has one address. */
const pageAddress = (list: string, page: number): string =>
  `${list}${page > 1 ? `?page=${page}` : ''}`;

function ListSkeleton() {
  return (
    <SkeletonGroup>
      <div className={rows}>
        {[1, 2, 3, 4, 5].map((line) => (
          <div key={line} className={row}>
            <Skeleton width="third" />
            <Skeleton width="half" />
            <Skeleton />
          </div>
        ))}
      </div>
    </SkeletonGroup>
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
const rows = css({ mt: '8', borderBlock: '1px solid token(colors.line)' });
const row = css({ display: 'grid', gap: '1', px: { base: '1', sm: '2' }, py: '4' });
