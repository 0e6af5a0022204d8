import { Trans } from '@lingui/react/macro';
import { call, knownAnswer, type Result } from '@portal/kit/api';
import {
  answerPassportTransfer,
  availableActions,
  getPassport,
  type Passport,
  todayInJapan,
} from '@portal/kit/contract';
import {
  type Deferred,
  type LoaderFunctionArgs,
  refreshed,
  useDeferred,
  useLoaderData,
} from '@portal/kit/routing';
import { LoadProblem, Page, PageHeading, useFocusAfterChange } from '@portal/kit/ui';
import { lazy, Suspense, useState } from 'react';
import { css } from '#css';
import { Actions } from './actions.tsx';
import { Bought } from './bought.tsx';
import { CardWithCode } from './card-with-code.tsx';
import { Details } from './details.tsx';
import { GivenPassport, MissingPhotoNotice, RenewalNotice, UnacceptedNotice } from './notices.tsx';
import { LinkOffer, OutgoingOffer } from './outgoing-offer.tsx';
import { PaymentNotice, usePaymentResult } from './payment-notice.tsx';
import { areas, PassportSkeleton } from './skeleton.tsx';
import { Visits } from './visits.tsx';

/** Few passports are offered. The page waits for it, so that nothing moves when it comes. */
const IncomingOffer = lazy(async () => ({
  default: (await import('./incoming-offer.tsx')).IncomingOffer,
}));

export const loader = ({ params, request }: LoaderFunctionArgs): Promise<PassportData> =>
  loadPassport(params.id ?? '', new URL(request.url));

export function Component() {
  const { passport, ...arrival } = useLoaderData<PassportData>();
  // The link to the details goes with the page that has it.
  useFocusAfterChange(isArrival(arrival));
  return (
    <Page width="wide">
      {!isArrival(arrival) && <Title />}
      <Suspense fallback={<PassportSkeleton />}>
        <Loaded passport={passport} {...arrival} />
      </Suspense>
    </Page>
  );
}

/** For screen readers: others see the card. `namesPage`: the heading changes with the payment. */
const Title = ({ namesPage = false }) => (
  <div className={css({ srOnly: true })}>
    <PageHeading namesPage={namesPage}>
      <Trans>Passport</Trans>
    </PageHeading>
  </div>
);

function Loaded({ passport, ...arrival }: PassportData) {
  const answer = useDeferred(passport);
  if (answer.ok) return <Shown data={answer.data} {...arrival} />;
  return (
    <>
      {isArrival(arrival) && <Title />}
      <LoadProblem error={answer.error} />
    </>
  );
}

type Arrival = Omit<PassportData, 'passport'>;
const isArrival = ({ bought, backFromPayment }: Arrival): boolean => bought || backFromPayment;

type ShownProps = Arrival & { readonly data: Passport };

function Shown({ data, ...arrival }: ShownProps) {
  const available = availableActions(data, todayInJapan(new Date()));
  const { transfer } = data;
  const hasJustOffered = useTransferFocus(transfer?.direction);
  const [linkToken, setLinkToken] = useState<string>();
  const isWaiting = usePaymentResult(data, arrival.backFromPayment);
  const toDo = (
    <>
      {transfer?.direction === 'outgoing' && transfer.other !== null && (
        <OutgoingOffer passport={data} isNew={hasJustOffered} />
      )}
      <UnacceptedNotice passport={data} />
      {data.photo === null && available.includes('changePhoto') && (
        <MissingPhotoNotice passport={data} />
      )}
    </>
  );
  const wallets = <Wallets passport={data} />;
  if (isNews(data, arrival)) {
    return (
      <Bought passport={data} wallets={wallets}>
        {toDo}
      </Bought>
    );
  }
  return (
    <>
      {isArrival(arrival) && <Title namesPage />}
      <div className={areas}>
        <div className={notices}>
          <PaymentNotice passport={data} isWaiting={isWaiting} />
          {transfer?.direction === 'incoming' && (
            <IncomingOffer passport={data} answer={(status) => answerOffer(data, status)} />
          )}
          {transfer?.direction === 'outgoing' && transfer.other === null && (
            <LinkOffer passport={data} token={linkToken} />
          )}
          <RenewalNotice passport={data} />
          <GivenPassport passport={data} />
          {toDo}
        </div>
        {/* The ticket of an offer has the art. */}
        {transfer?.direction !== 'incoming' && (
          <div className={cardArea}>
            {/* The key closes the code when another passport is shown. */}
            <CardWithCode key={data.id} passport={data} />
          </div>
        )}
        <div className={detailsArea}>
          {data.role === 'owner' && data.ext_member_code && (
            <Visits key={data.id} passport={data} />
          )}
          <Details passport={data} />
          {available.length > 0 && (
            <Actions passport={data} available={available} onLink={setLinkToken} />
          )}
          {wallets}
        </div>
      </div>
    </>
  );
}

/** Whether the page says that the passport was bought or ordered this minute, and nothing else of it. */
function isNews(passport: Passport, arrival: Arrival): boolean {
  const payment = passport.payment_status_name?.code;
  if (passport.role !== 'owner' || passport.canceled_at !== null) return false;
  if (payment === 'paid') return isArrival(arrival);
  const isOrder = payment === 'pending' && passport.payment_type_name?.code === 'counter';
  return isOrder && arrival.bought;
}

const answerOffer = ({ id }: Passport, status: 'accepted' | 'rejected') =>
  call(answerPassportTransfer, { params: { id }, body: { status } }, { purpose: 'form' });

type Direction = NonNullable<Passport['transfer']>['direction'] | undefined;

/** Keeps the focus when the buttons of an offer go. Returns whether the member has made the offer here. */
function useTransferFocus(direction: Direction): boolean {
  const [first] = useState(direction);
  useFocusAfterChange(direction);
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

type PassportData = {
  readonly passport: Deferred<Result<Passport>>;
  /** The member has just returned from the payment provider's page (`?payment=return`). */
  readonly backFromPayment: boolean;
  /** The passport was just bought (`?bought=1`), so the page thanks for the purchase. */
  readonly bought: boolean;
};

/** Another member's passport and an unknown one both lead to /404. */
async function loadPassport(id: string, url: URL): Promise<PassportData> {
  return {
    passport: await refreshed(knownPassport(id), fetchPassport(id)),
    backFromPayment: url.searchParams.get('payment') === 'return',
    bought: url.searchParams.has('bought'),
  };
}

function knownPassport(id: string): Result<Passport> | undefined {
  const known = knownAnswer(getPassport, { params: { id } });
  return known && { ...known, data: known.data.data };
}

async function fetchPassport(id: string): Promise<Result<Passport>> {
  const answer = await call(getPassport, { params: { id } }, { purpose: 'navigation' });
  return answer.ok ? { ...answer, data: answer.data.data } : answer;
}

/** Few portals have wallets, and the page is whole without them. */
const Buttons = lazy(async () => ({
  default: (await import('./wallets/buttons.tsx')).WalletButtons,
}));

/** Adds a passport to the wallets that the operator has configured, where it belongs in one. */
function Wallets({ passport }: { readonly passport: Passport }) {
  if (!belongsInWallet(passport)) return null;
  return (
    <Suspense>
      <Buttons passport={passport} />
    </Suspense>
  );
}

/** As the server decides it again. */
const belongsInWallet = ({ role, transfer, status_name }: Passport): boolean =>
  role === 'owner' && !transfer && ['active', 'upcoming'].includes(status_name?.code ?? '');
