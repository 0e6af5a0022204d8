import { Card, Skeleton, SkeletonGroup } from '@portal/shared-ui';
import type { ReactElement } from 'react';
import { css } from '#css';

/** Number of rows in each group: profile, contact, sign-in, mail and language. */
const ROWS = [4, 4, 3, 2];

/** A skeleton of the account while its data loads. */
export function AccountSkeleton(): ReactElement {
  return (
    <SkeletonGroup>
      <div className={member}>
        <Skeleton shape="circle" />
        <Skeleton width="third" />
      </div>
      <Columns />
    </SkeletonGroup>
  );
}

/** The groups of values alone. */
export function GroupsSkeleton(): ReactElement {
  return (
    <SkeletonGroup>
      <Columns />
    </SkeletonGroup>
  );
}

function Columns(): ReactElement {
  return (
    <div className={columns}>
      {ROWS.map((rows, group) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: four placeholders, never reordered
        <Card key={group}>
          <Skeleton shape="title" width="third" />
          <div className={lines}>
            {Array.from({ length: rows }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders, never reordered
              <Skeleton key={row} />
            ))}
          </div>
        </Card>
      ))}
    </div>
  );
}

const member = css({ display: 'flex', alignItems: 'center', gap: '4', mb: '6' });
const columns = css({
  display: 'grid',
  gap: { base: '5', lg: '6' },
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
});
const lines = css({ display: 'grid', gap: '6', mt: '5' });
