import { Card, Skeleton, SkeletonGroup } from '@portal/kit/ui';
import { css } from '#css';

/** The card and the details: one below the other, side by side on a desktop. */
export const areas = css({
  display: 'grid',
  gap: { base: '6', lg: '10' },
  alignItems: 'start',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: '22rem minmax(0, 1fr)' },
});

export function PassportSkeleton() {
  return (
    <SkeletonGroup>
      <div className={areas}>
        <div className={card} />
        <Card>
          <div className={lines}>
            {[1, 2, 3, 4, 5].map((line) => (
              <Skeleton key={line} width={line % 2 === 0 ? 'half' : 'full'} />
            ))}
          </div>
        </Card>
      </div>
    </SkeletonGroup>
  );
}

const card = css({
  width: 'full',
  maxWidth: '22rem',
  mx: 'auto',
  aspectRatio: '5 / 7',
  borderRadius: 'xl',
  background: 'fixed.ground',
  animation: 'breathe 1.6s ease-in-out infinite',
});
const lines = css({ display: 'grid', gap: '5' });
