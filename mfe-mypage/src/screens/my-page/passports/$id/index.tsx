import { Trans } from '@lingui/react/macro';
import { call, type Result } from '@portal/kit/api';
import {
  answerPassportTransfer,
  availableActions,
  type Passport,
  todayInJapan,
} from '@portal/kit/contract';
import {
  type Deferred,
  type LoaderFunctionArgs,
  useDeferred,
  useLoaderData,
} from '@portal/kit/routing';
import { LoadProblem, Page, PageHeading, Slot, useKeptFocus } from '@portal/kit/ui';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { css } from '#css';
import { Actions } from './actions.tsx';
import { areas } from './areas.ts';
import { CardWithCode } from './card-with-code.tsx';
import { loadPassport, type PassportData } from './data.ts';
import { Details } from './details.tsx';
import { GivenPassport } from './given-passport.tsx';
import { LinkOffer } from './link-offer.tsx';
import { MissingPhotoNotice } from './missing-photo-notice.tsx';
import { OutgoingOffer } from './outgoing-offer.tsx';
import { PaymentNotice } from './payment-notice.tsx';
import { Receipt } from './receipt.tsx';
import { RenewalNotice } from './renewal-notice.tsx';
import { PassportSkeleton } from './skeleton.tsx';
import { UnacceptedNotice } from './unaccepted-notice.tsx';
import { Visits } from './visits.tsx';
import { Wallets } from './wallets/index.tsx';

/** Few passports are offered. The page waits for it, so that nothing moves when it comes. */
const IncomingOffer = lazy(async () => ({
  default: (await import('./incoming-offer.tsx')).IncomingOffer,
}));

/** It is fetched only after a purchase. */
const InstallOffer = lazy(async () => ({
  default: (await import('./install-offer.tsx')).InstallOffer,
}));

export const loader = ({ params, request }: LoaderFunctionArgs): Promise<PassportData> =>
  loadPassport(params.id ?? '', new URL(request.url));

/** One passport: the card with its QR code, the details and the available actions. */
export function Component(): ReactElement {
  const { passport, ...arrival } = useLoaderData<PassportData>();
  return (
    <Page width="wide">
      <PageHeading>
        <Trans>Passport</Trans>
      </PageHeading>
      <Suspense fallback={<PassportSkeleton />}>
        <Loaded passport={passport} {...arrival} />
      </Suspense>
    </Page>
  );
}

type LoadedProps = Omit<PassportData, 'passport'> & {
  readonly passport: Deferred<Result<Passport>>;
};

function Loaded({ passport, backFromPayment, bought }: LoadedProps): ReactElement {
  const answer = useDeferred(passport);
  if (!answer.ok) return <LoadProblem error={answer.error} />;
  return <Shown data={answer.data} backFromPayment={backFromPayment} bought={bought} />;
}

type ShownProps = Omit<PassportData, 'passport'> & { readonly data: Passport };

function Shown({ data, backFromPayment, bought }: ShownProps): ReactElement {
  const available = availableActions(data, todayInJapan(new Date()));
  const { transfer } = data;
  const hasJustOffered = useTransferFocus(transfer?.direction);
  const [linkToken, setLinkToken] = useState<string>();
  const payment = data.payment_status_name?.code;
  // At the counter it is paid later.
  const isPurchased = bought || (backFromPayment && payment === 'paid');
  return (
    <div className={areas}>
      <div className={notices}>
        <PaymentNotice passport={data} backFromPayment={backFromPayment} bought={bought} />
        {transfer?.direction === 'incoming' && (
          <IncomingOffer passport={data} answer={(status) => answerOffer(data, status)} />
        )}
        {transfer?.direction === 'outgoing' && transfer.other !== null && (
          <OutgoingOffer passport={data} isNew={hasJustOffered} />
        )}
        {transfer?.direction === 'outgoing' && transfer.other === null && (
          <LinkOffer passport={data} token={linkToken} />
        )}
        <RenewalNotice passport={data} />
        <GivenPassport passport={data} />
        <UnacceptedNotice passport={data} />
        {data.photo === null && available.includes('changePhoto') && (
          <MissingPhotoNotice passport={data} />
        )}
      </div>
      {/* The ticket of an offer has the art. */}
      {transfer?.direction !== 'incoming' && (
        <div className={cardArea}>
          {/* The key closes the code when another passport is shown. */}
          <CardWithCode key={data.id} passport={data} isAfterPayment={backFromPayment || bought} />
        </div>
      )}
      <div className={detailsArea}>
        {isPurchased && (
          <Suspense>
            <InstallOffer />
          </Suspense>
        )}
        <Details passport={data} />
        {available.length > 0 && (
          <Actions passport={data} available={available} onLink={setLinkToken} />
        )}
        {data.role === 'owner' && data.ext_member_code && <Visits passport={data} />}
        <Receipt passport={data} />
        <Wallets passport={data} />
        <Slot name="pass.details" />
      </div>
    </div>
  );
}

const answerOffer = ({ id }: Passport, status: 'accepted' | 'rejected') =>
  call(answerPassportTransfer, { params: { id }, body: { status } }, { purpose: 'form' });

type Direction = NonNullable<Passport['transfer']>['direction'] | undefined;

/**
 * Keeps the focus when an offer was made, answered or taken back, which removes the buttons pressed.
 * @returns whether the member has made the offer on this page
 */
function useTransferFocus(direction: Direction): boolean {
  const [first] = useState(direction);
  useKeptFocus(direction);
  return direction === 'outgoing' && first !== 'outgoing';
}

const notices = css({
  display: 'grid',
  gap: '4',
  gridColumn: { lg: '1 / -1' },
  _empty: { display: 'none' },
});
const cardArea = css({ position: { lg: 'sticky' }, top: { lg: '6rem' } });
const detailsArea = css({
  display: 'grid',
  gap: '5',
  minWidth: '0',
  // Without a card beside them.
  '&:nth-child(2)': { gridColumn: '1 / -1' },
});
