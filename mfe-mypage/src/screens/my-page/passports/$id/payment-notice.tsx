import { Trans, useLingui } from '@lingui/react/macro';
import { type Passport, payPassport } from '@portal/kit/contract';
import { formatPrice, sentenceGap } from '@portal/kit/i18n';
import { useRevalidator } from '@portal/kit/routing';
import { announce, Banner } from '@portal/kit/ui';
import { ActionButton, ApiErrorBanner, useAction } from '@portal/kit/ui/forms';
import { useEffect, useState } from 'react';
import { DateText } from '../../../../passports/passport-dates.tsx';
import { goToPaymentPage } from '../../../../passports/web-address.ts';

type Props = {
  readonly passport: Passport;
  /** Its result is about to come. */
  readonly isWaiting: boolean;
};

/** The result usually comes within seconds; the page polls for it and then gives up. */
const POLL_INTERVAL_MS = 2_000;
const MAX_POLLS = 5;

export function PaymentNotice({ passport, isWaiting }: Props) {
  if (passport.role !== 'owner' || passport.canceled_at !== null) return null;
  const byCard = passport.payment_type_name?.code === 'card';
  const price = formatPrice(passport.amount_due);

  switch (passport.payment_status_name?.code) {
    case 'declined':
      return (
        <Banner
          tone="danger"
          title={<Trans>The payment was declined</Trans>}
          action={<PayAgain passport={passport} />}
        >
          <Trans>Nothing was charged. Try again, perhaps with another card.</Trans>
        </Banner>
      );
    case 'pending':
      if (!byCard) {
        return (
          <Banner tone="info" title={<Trans>Pay at the counter</Trans>}>
            <HowToPay passport={passport} />
          </Banner>
        );
      }
      if (isWaiting) {
        return (
          <Banner tone="info" title={<Trans>Checking your payment</Trans>}>
            <Trans>This takes a few seconds. Leave this page open.</Trans>
          </Banner>
        );
      }
      return (
        <Banner
          tone="warning"
          title={<Trans>The payment is not finished yet</Trans>}
          action={<PayAgain passport={passport} />}
        >
          <Trans>
            Pay {price} by card. If you have just paid, the result can take a few minutes; you are
            not charged twice.
          </Trans>
        </Banner>
      );
    default:
      return null;
  }
}

export function HowToPay({ passport }: { readonly passport: Passport }) {
  const price = formatPrice(passport.amount_due);
  return (
    <>
      {passport.bought_with.length === 0 ? (
        <Trans>Pay {price} at the counter. The passport can be used after that.</Trans>
      ) : (
        <Trans>
          Pay {price} at the counter for all passports of the order. They can be used after that.
        </Trans>
      )}
      {sentenceGap()}
      <Trans>
        This passport can be paid for until <DateText date={passport.ext_expiration_date} />.
      </Trans>
    </>
  );
}

function PayAgain({ passport }: { readonly passport: Passport }) {
  const action = useAction();
  async function pay(): Promise<void> {
    const answer = await action.send(payPassport, { params: { id: passport.id } });
    if (answer?.ok) goToPaymentPage(answer.data.payment_url);
  }
  return (
    <>
      <ActionButton action={action} onClick={() => void pay()}>
        <Trans>Go to the payment page</Trans>
      </ActionButton>
      <ApiErrorBanner error={action.error} />
    </>
  );
}

/** Polls for the payment's result after the member returned. Answers whether it is still polling. */
export function usePaymentResult(passport: Passport, back: boolean): boolean {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const [polls, setPolls] = useState(0);
  const paid = passport.payment_status_name?.code;
  const pending = back && paid === 'pending';
  useEffect(() => {
    if (!pending || polls >= MAX_POLLS) return undefined;
    const timer = setTimeout(() => {
      setPolls((count) => count + 1);
      void revalidate();
    }, POLL_INTERVAL_MS);
    return () => clearTimeout(timer);
  }, [pending, polls, revalidate]);
  useEffect(() => {
    if (pending) announce(t`Checking your payment`);
  }, [pending, t]);
  return pending && polls < MAX_POLLS;
}
