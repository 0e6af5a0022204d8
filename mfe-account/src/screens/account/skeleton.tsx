import { Card, Skeleton, SkeletonGroup } from '@portal/kit/ui';
import { css } from '#css';
import { ProtectionSkeleton } from './protection.tsx';

/** Number of rows in each group: details, sign-in, notifications and display. */
const ROWS = [6, 4, 3];

export function AccountSkeleton() {
  return (
    <>
      <div className={member}>
        <Skeleton shape="circle" />
        <Skeleton width="third" />
      </div>
      <ProtectionSkeleton />
      <GroupsSkeleton />
    </>
  );
}

export function GroupsSkeleton() {
  return (
    <SkeletonGroup>
      <div className={groups}>
        {ROWS.map((rows, group) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders, never reordered
          <Card key={group} padding="none">
            <div className={head}>
              <Skeleton shape="title" width="third" />
            </div>
            {Array.from({ length: rows }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders, never reordered
              <div key={row} className={line}>
                <Skeleton width="half" />
              </div>
            ))}
          </Card>
        ))}
      </div>
    </SkeletonGroup>
  );
}

const member = css({ display: 'flex', alignItems: 'center', gap: '4' });
const groups = css({ display: 'grid', gap: '6' });
const head = css({ display: 'flex', alignItems: 'center', minHeight: '12', pt: '1' });
const line = css({
  display: 'flex',
  alignItems: 'center',
  minHeight: { base: '12', lg: '14' },
  borderBottomWidth: '1px',
  borderColor: 'line',
});

/** In the shape of setting rows that are fetched. */
export function RowsSkeleton({ rows }: { readonly rows: number }) {
  return (
    <SkeletonGroup>
      <div className={lines}>
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders, never reordered
          <Skeleton key={row} width="half" />
        ))}
      </div>
    </SkeletonGroup>
  );
}

const lines = css({ display: 'grid', gap: '8', py: '4' });
