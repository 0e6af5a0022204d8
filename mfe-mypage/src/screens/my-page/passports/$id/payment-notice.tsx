import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/shared-api';
import { type Passport, payPassport } from '@portal/shared-contract';
import { formatNumber } from '@portal/shared-i18n';
import { useRevalidator } from '@portal/shared-routing';
import { announce, Banner } from '@portal/shared-ui';
import { ActionButton, Problem, useAction } from '@portal/shared-ui/forms';
import { type ReactElement, useEffect, useState } from 'react';
import { goToProvider } from '../../../../passes/go-to-provider.ts';

type Props = {
  readonly pass: Passport;
  readonly backFromPayment: boolean;
  readonly bought: boolean;
};

/** The provider tells the result within seconds; the page asks again so often, then says so. */
const ASK_AGAIN_MS = 2_000;
const TIMES_TO_ASK = 5;

/** How the payment stands, while there is something to say about it. */
export function PaymentNotice({ pass, backFromPayment, bought }: Props): ReactElement | null {
  const waiting = useResultOfPayment(pass, backFromPayment);
  if (pass.role !== 'owner' || pass.canceled_at !== null) return null;
  const byCard = pass.payment_type_name?.code === 'card';
  const price = formatNumber(pass.price, { style: 'currency', currency: 'JPY' });

  switch (pass.payment_status_name?.code) {
    case 'paid':
      if (!backFromPayment && !bought) return null;
      return (
        <Banner tone="success" title={<Trans>Thank you for your purchase</Trans>}>
          <Trans>The payment has arrived, and the passport is yours.</Trans>
        </Banner>
      );
    case 'declined':
      return (
        <Banner
          tone="danger"
          title={<Trans>The payment was declined</Trans>}
          action={<PayAgain pass={pass} />}
        >
          <Trans>Nothing was charged. Please try again, perhaps with another card.</Trans>
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
                <Trans>Please pay at the counter</Trans>
              )
            }
          >
            <Trans>Please pay {price} at the counter. The passport can be used after that.</Trans>
          </Banner>
        );
      }
      if (waiting) {
        return (
          <div role="status">
            <Banner tone="info" title={<Trans>Asking for the result of the payment</Trans>}>
              <Trans>This takes a few seconds. Please leave this page open.</Trans>
            </Banner>
          </div>
        );
      }
      return (
        <Banner
          tone="warning"
          title={<Trans>The payment is not finished yet</Trans>}
          action={<PayAgain pass={pass} />}
        >
          <Trans>
            Please pay {price} by card. If you have just paid, the result can take a few minutes;
            you are not charged twice.
          </Trans>
        </Banner>
      );
    default:
      return null;
  }
}

function PayAgain({ pass }: { readonly pass: Passport }): ReactElement {
  const action = useAction();
  async function pay(): Promise<void> {
    const answer = await action.run(() =>
      call(payPassport, { params: { id: pass.id } }, { purpose: 'form' }),
    );
    if (answer?.ok) goToProvider(answer.data.payment_url);
  }
  return (
    <>
      <ActionButton action={action} onClick={() => void pay()}>
        <Trans>Go to the payment page</Trans>
      </ActionButton>
      <Problem error={action.error} />
    </>
  );
}

/** After the way back: whether the result is still being asked for. */
function useResultOfPayment(pass: Passport, back: boolean): boolean {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const [asked, setAsked] = useState(0);
  const open = back && pass.payment_status_name?.code === 'pending';
  useEffect(() => {
    if (!open || asked >= TIMES_TO_ASK) return undefined;
    const timer = setTimeout(() => {
      setAsked((times) => times + 1);
      void revalidate();
    }, ASK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [open, asked, revalidate]);
  useEffect(() => {
    if (back && !open) announce(t`The result of the payment is here.`);
  }, [back, open, t]);
  return open && asked < TIMES_TO_ASK;
}
