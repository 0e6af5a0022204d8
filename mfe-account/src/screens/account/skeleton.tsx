import { Card, Skeleton, SkeletonGroup } from '@portal/shared-ui';
import type { ReactElement } from 'react';
import { css } from '#css';

/** Rows of each group: profile, contact, signing in, mail and language. */
const ROWS = [4, 4, 3, 2];

/** The account's shape while its data is on its way. */
export function AccountSkeleton(): ReactElement {
  return (
    <SkeletonGroup>
      <div className={member}>
        <Skeleton shape="circle" />
        <Skeleton width="third" />
      </div>
      <div className={columns}>
        {ROWS.map((rows, group) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: four places, never reordered
          <Card key={group}>
            <Skeleton shape="title" width="third" />
            <div className={lines}>
              {Array.from({ length: rows }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: alike places, never reordered
                <Skeleton key={row} />
              ))}
            </div>
          </Card>
        ))}
      </div>
    </SkeletonGroup>
  );
}

const member = css({ display: 'flex', alignItems: 'center', gap: '4', mb: '6' });
const columns = css({
  display: 'grid',
  gap: { base: '5', lg: '6' },
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
});
const lines = css({ display: 'grid', gap: '6', mt: '5' });
