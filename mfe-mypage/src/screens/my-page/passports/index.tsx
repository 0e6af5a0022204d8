import { Trans } from '@lingui/react/macro';
import { call, knownAnswer, type Result } from '@portal/kit/api';
import { DEFAULT_PAGE, DEFAULT_PAGE_SIZE, listPassports } from '@portal/kit/contract';
import { type Deferred, refreshed, useDeferred, useLoaderData } from '@portal/kit/routing';
import { Icon, LinkButton, LoadProblem, Page, PageHeading, SkeletonGroup } from '@portal/kit/ui';
import { lazy, Suspense } from 'react';
import { css } from '#css';
import type { PassportPage } from '../../../passports/passport-page.ts';
import { list, place } from './list-styles.ts';

/** The cards bring the rules of passports. */
const PassportList = lazy(async () => ({ default: (await import('./list.tsx')).PassportList }));

type Data = { readonly passports: Deferred<Result<PassportPage>> };

/** The first page, at the address that the route's `early` names. */
const FIRST_PAGE = { query: { page: DEFAULT_PAGE, limit: DEFAULT_PAGE_SIZE } };

export const loader = async (): Promise<Data> => ({
  passports: await refreshed(
    knownAnswer(listPassports, FIRST_PAGE),
    call(listPassports, FIRST_PAGE, { purpose: 'navigation' }),
  ),
});

/** All passports of the member, also those that have ended, and the way to buy another one. */
export function Component() {
  const { passports } = useLoaderData<Data>();
  return (
    <Page width="wide">
      <div className={head}>
        <PageHeading>
          <Trans>Passports</Trans>
        </PageHeading>
        <Suspense fallback={<BuyAnother />}>
          <BuyWhileOnSale passports={passports} />
        </Suspense>
      </div>
      <Suspense fallback={<ListSkeleton />}>
        <Loaded passports={passports} />
      </Suspense>
    </Page>
  );
}

const BuyAnother = () => (
  <LinkButton to="/my-page/passports/purchase" variant="outline">
    <Icon name="plus" size="sm" />
    <Trans>Buy a passport</Trans>
  </LinkButton>
);

function BuyWhileOnSale({ passports }: Data) {
  const answer = useDeferred(passports);
  return answer.ok && !answer.data.on_sale ? null : <BuyAnother />;
}

function Loaded({ passports }: Data) {
  const answer = useDeferred(passports);
  if (!answer.ok) return <LoadProblem error={answer.error} />;
  return <PassportList first={answer.data} />;
}

function ListSkeleton() {
  return (
    <SkeletonGroup>
      <div className={list}>
        {[1, 2, 3].map((card) => (
          <div key={card} className={`${place} ${blank}`} />
        ))}
      </div>
    </SkeletonGroup>
  );
}

const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '3',
});
const blank = css({
  borderRadius: 'xl',
  background: 'sunken',
  animation: 'breathe 1.6s ease-in-out infinite',
});
