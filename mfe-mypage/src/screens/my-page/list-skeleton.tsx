import { Skeleton, SkeletonGroup } from '@portal/kit/ui';
import type { ReactElement } from 'react';
import { css } from '#css';

const ROWS = 5;

/** Stands in for the list while it loads. */
export function ListSkeleton(): ReactElement {
  return (
    <SkeletonGroup>
      <div className={list}>
        {Array.from({ length: ROWS }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed number of equal rows
          <div key={index} className={row}>
            <Skeleton width="third" />
            <Skeleton width="half" />
            <Skeleton />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  );
}

const list = css({
  mt: '8',
  borderBlock: '1px solid token(colors.line)',
});
const row = css({ display: 'grid', gap: '1', px: { base: '1', sm: '2' }, py: '4' });
