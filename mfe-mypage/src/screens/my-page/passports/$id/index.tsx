import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/shared-api';
import { type Passport, todayInJapan } from '@portal/shared-contract';
import { type LoaderFunctionArgs, type Soon, useLoaderData, useSoon } from '@portal/shared-routing';
import { LoadProblem, Page, PageHeading } from '@portal/shared-ui';
import { type ReactElement, Suspense } from 'react';
import { css } from '#css';
import { whatCanBeDone } from '../../../../passes/what-can-be-done.ts';
import { Actions } from './actions.tsx';
import { loadPass, type PassData } from './data.ts';
import { Facts } from './facts.tsx';
import { IncomingOffer, OutgoingOffer } from './offers.tsx';
import { PaymentNotice } from './payment-notice.tsx';
import { PhotoWanted } from './photo-wanted.tsx';
import { Receipt } from './receipt.tsx';
import { PassSkeleton } from './skeleton.tsx';
import { TurningCard } from './turning-card.tsx';

export const loader = ({ params, request }: LoaderFunctionArgs): Promise<PassData> =>
  loadPass(params.id ?? '', new URL(request.url));

/** One pass: the card, its code for the gate, and what can be done with it. */
export function Component(): ReactElement {
  const { pass, ...came } = useLoaderData<PassData>();
  return (
    <Page width="wide">
      <PageHeading>
        <Trans>Passport</Trans>
      </PageHeading>
      <Suspense fallback={<PassSkeleton />}>
        <Loaded pass={pass} {...came} />
      </Suspense>
    </Page>
  );
}

type LoadedProps = Omit<PassData, 'pass'> & { readonly pass: Soon<Result<Passport>> };

function Loaded({ pass, backFromPayment, bought }: LoadedProps): ReactElement {
  const answer = useSoon(pass);
  if (!answer.ok) return <LoadProblem error={answer.error} />;
  const known = answer.data;
  const can = whatCanBeDone(known, todayInJapan(new Date()));
  return (
    <div className={areas}>
      <div className={notices}>
        <PaymentNotice pass={known} backFromPayment={backFromPayment} bought={bought} />
        {known.transfer?.direction === 'incoming' && <IncomingOffer pass={known} />}
        {known.transfer?.direction === 'outgoing' && <OutgoingOffer pass={known} />}
        {known.photo === null && can.includes('changePhoto') && <PhotoWanted pass={known} />}
      </div>
      <div className={cardPlace}>
        {/* Another pass is another card: it does not begin turned over. */}
        <TurningCard key={known.id} pass={known} />
      </div>
      <div className={factsPlace}>
        <Facts pass={known} />
        {can.length > 0 && <Actions pass={known} can={can} />}
        {known.role === 'owner' && <Receipt pass={known} />}
      </div>
    </div>
  );
}

const areas = css({
  display: 'grid',
  gap: { base: '6', lg: '10' },
  alignItems: 'start',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: '22rem minmax(0, 1fr)' },
});
const notices = css({
  display: 'grid',
  gap: '4',
  gridColumn: { lg: '1 / -1' },
  _empty: { display: 'none' },
});
const cardPlace = css({ position: { lg: 'sticky' }, top: { lg: '6rem' } });
const factsPlace = css({ display: 'grid', gap: '5', minWidth: '0' });
