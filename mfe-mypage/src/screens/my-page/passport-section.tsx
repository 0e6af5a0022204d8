import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/shared-api';
import { type Deferred, useDeferred } from '@portal/shared-routing';
import { EmptyState, Icon, LinkButton, LoadProblem, SkeletonGroup } from '@portal/shared-ui';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { css } from '#css';
import { type HomeData, loadedCarousel, loadPassportCarousel } from './data.ts';
import { cards, place } from './passport-carousel-styles.ts';
import type { PassportPage } from './passport-page.ts';
import { SectionHead } from './section-head.tsx';

/** The cards bring the art and the rules of passports, so their code is loaded with the data. */
const LazyCarousel = lazy(async () => ({
  default: (await loadPassportCarousel()).PassportCarousel,
}));

const HEADING_ID = 'my-page-passports';

type Props = {
  readonly passports: Deferred<Result<PassportPage>>;
  /** The data of what stands below. */
  readonly below: Pick<HomeData, 'member' | 'notifications'>;
};

/** The member's passports, and those offered to them, as cards to swipe. */
export function PassportSection({ passports, below }: Props): ReactElement {
  return (
    <section aria-labelledby={HEADING_ID}>
      <div className={head}>
        <SectionHead id={HEADING_ID} title={<Trans>Your passports</Trans>}>
          <LinkButton to="/my-page/passports/purchase" variant="outline" size="sm">
            <Icon name="plus" size="sm" />
            <Trans context="a passport">Buy one</Trans>
          </LinkButton>
        </SectionHead>
      </div>
      {/* As high as a row of cards with their buttons and its arrows, whatever comes: what is below stays. */}
      <div className={reserved}>
        <Suspense fallback={<PassportsSkeleton />}>
          <LoadedPassports passports={passports} below={below} />
        </Suspense>
      </div>
    </section>
  );
}

function LoadedPassports({ passports, below }: Props): ReactElement {
  const answer = useDeferred(passports);
  // Even where its module is here, a lazy component shows the skeleton first.
  const [PassportCarousel] = useState(() => loadedCarousel()?.PassportCarousel ?? LazyCarousel);
  if (!answer.ok) return <LoadProblem error={answer.error} headingId={HEADING_ID} />;
  if (answer.data.data.length === 0) return <NoPassport below={below} />;
  return <PassportCarousel first={answer.data} />;
}

/**
 * Taller than the place that is kept for cards, so it comes together with what stands below, which it
 * would push down (product §13.75).
 */
function NoPassport({ below }: Pick<Props, 'below'>): ReactElement {
  useDeferred(below.member);
  useDeferred(below.notifications);
  return (
    <div className={empty}>
      <EmptyState
        icon="ticket"
        title={<Trans>You have no passport yet</Trans>}
        action={
          <LinkButton to="/my-page/passports/purchase">
            <Trans>Buy a passport</Trans>
          </LinkButton>
        }
      >
        <Trans>
          A passport lets you visit all year round. Once you have one, it will appear here.
        </Trans>
      </EmptyState>
    </div>
  );
}

function PassportsSkeleton(): ReactElement {
  return (
    <SkeletonGroup>
      <div className={cards}>
        {[1, 2, 3].map((card) => (
          <div key={card} className={place}>
            <div className={cardSkeleton} />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  );
}

const head = css({ mb: '3' });
const reserved = css({ minHeight: { base: '18.25rem', lg: '21rem' } });
const empty = css({
  borderRadius: 'lg',
  borderWidth: '2px',
  borderStyle: 'dashed',
  borderColor: 'line',
});
const cardSkeleton = css({
  height: '13.75rem',
  borderRadius: 'lg',
  background: 'sunken',
  animation: 'breathe 1.6s ease-in-out infinite',
});
