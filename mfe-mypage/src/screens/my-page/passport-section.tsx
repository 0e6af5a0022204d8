import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/kit/api';
import { isAwayAtom, useSession } from '@portal/kit/auth';
import { type Deferred, useDeferred } from '@portal/kit/routing';
import { LoadProblem, SkeletonGroup, Text } from '@portal/kit/ui';
import { lazy, Suspense, useState } from 'react';
import { css } from '#css';
import type { PassportPage } from '../../passports/passport-page.ts';
import { ticketHeight, ticketPlace } from '../../passports/ticket-styles.ts';
import { loadedTickets, loadPassportTickets } from './data.ts';

/** The cards bring the art and the rules of passports, so their code is loaded with the data. */
const LazyTickets = lazy(async () => ({
  default: (await loadPassportTickets()).PassportTickets,
}));

const HEADING_ID = 'my-page-passports';

type Props = { readonly passports: Deferred<Result<PassportPage>> };

export function PassportSection({ passports }: Props) {
  return (
    <section aria-labelledby={HEADING_ID}>
      <h2 id={HEADING_ID} tabIndex={-1} className={heading}>
        <Trans>Your passports</Trans>
      </h2>
      <div className={ticketHeight}>
        <Suspense fallback={<PassportsSkeleton />}>
          <LoadedPassports passports={passports} />
        </Suspense>
      </div>
    </section>
  );
}

function LoadedPassports({ passports }: Props) {
  const answer = useDeferred(passports);
  // Even where its module is here, a lazy component shows the skeleton first.
  const [PassportTickets] = useState(() => loadedTickets()?.PassportTickets ?? LazyTickets);
  const isAway = useSession(isAwayAtom);
  if (!answer.ok) return <LoadProblem error={answer.error} headingId={HEADING_ID} />;
  return (
    <>
      <PassportTickets first={answer.data} />
      {answer.kept && !isAway && (
        <Text tone="muted">
          <Trans>
            The latest could not be loaded. Your passports are shown as they were saved on this
            device.
          </Trans>
        </Text>
      )}
    </>
  );
}

function PassportsSkeleton() {
  return (
    <SkeletonGroup>
      <div className={`${ticketPlace} ${ticketHeight} ${blank}`} />
    </SkeletonGroup>
  );
}

const heading = css({ srOnly: true });
// The ground of the ticket, before its art has come.
const blank = css({
  borderBottomRadius: 'xl',
  borderTopRadius: { lg: 'xl' },
  background: 'fixed.ground',
});
