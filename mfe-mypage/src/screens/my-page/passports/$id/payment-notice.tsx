import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/kit/api';
import { type Passport, payPassport, todayInJapan } from '@portal/kit/contract';
import { formatPrice, sentenceGap } from '@portal/kit/i18n';
import { useRevalidator } from '@portal/kit/routing';
import { announce, Banner } from '@portal/kit/ui';
import { ActionButton, ApiErrorBanner, useAction } from '@portal/kit/ui/forms';
import { type ReactElement, useEffect, useState } from 'react';
import { goToPaymentPage } from '../../../../passports/go-to-payment-page.ts';
import { DateText } from '../../../../passports/passport-dates.tsx';

type Props = {
  readonly passport: Passport;
  readonly backFromPayment: boolean;
  readonly bought: boolean;
};

/** The result usually comes within seconds; the page polls for it and then gives up. */
const POLL_INTERVAL_MS = 2_000;
const MAX_POLLS = 5;

/** The state of the payment, if the member should know or do something about it. */
export function PaymentNotice({ passport, backFromPayment, bought }: Props): ReactElement | null {
  const waiting = usePaymentResult(passport, backFromPayment);
  if (passport.role !== 'owner' || passport.canceled_at !== null) return null;
  const isOne = passport.bought_with.length === 0;
  const byCard = passport.payment_type_name?.code === 'card';
  const price = formatPrice(passport.amount_due);

  switch (passport.payment_status_name?.code) {
    case 'paid':
      if (!backFromPayment && !bought) return null;
      return (
        <Banner tone="success" title={<Trans>Thank you for your purchase</Trans>}>
          {isOne && passport.usage_start_date > todayInJapan(new Date()) ? (
            <Trans>
              We have received your payment. The passport can be used from{' '}
              <DateText date={passport.usage_start_date} />.
            </Trans>
          ) : isOne ? (
            <Trans>We have received your payment. The passport is yours.</Trans>
          ) : (
            <Trans>
              We have received your payment. You will find all the passports of your order under
              Passports.
            </Trans>
          )}
        </Banner>
      );
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
          <Banner
            tone={bought ? 'success' : 'info'}
            title={
              bought ? (
                <Trans>Thank you for your purchase</Trans>
              ) : (
                <Trans>Pay at the counter</Trans>
              )
            }
          >
            {isOne ? (
              <Trans>Pay {price} at the counter. The passport can be used after that.</Trans>
            ) : (
              <Trans>
                Pay {price} at the counter for all passports of the order. They can be used after
                that.
              </Trans>
            )}
            {sentenceGap()}
            <Trans>
              This passport can be paid for until <DateText date={passport.ext_expiration_date} />.
            </Trans>
          </Banner>
        );
      }
      if (waiting) {
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

function PayAgain({ passport }: { readonly passport: Passport }): ReactElement {
  const action = useAction();
  async function pay(): Promise<void> {
    const answer = await action.run(() =>
      call(payPassport, { params: { id: passport.id } }, { purpose: 'form' }),
    );
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
function usePaymentResult(passport: Passport, back: boolean): boolean {
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
    if (!back) return;
    if (paid === 'pending') announce(t`Checking your payment`);
    if (paid === 'paid') announce(t`Thank you for your purchase`);
  }, [back, paid, t]);
  return pending && polls < MAX_POLLS;
}
