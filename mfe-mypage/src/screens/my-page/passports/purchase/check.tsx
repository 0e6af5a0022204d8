import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { type ApiError, call } from '@portal/shared-api';
import { loadUser } from '@portal/shared-auth';
import { type PaymentTypeCode, purchasePassport, type User } from '@portal/shared-contract';
import { formatNumber, validationText } from '@portal/shared-i18n';
import { href, useGo, useLocale, useNavigate } from '@portal/shared-routing';
import { Card, Inline, LinkButton, Stack, Text } from '@portal/shared-ui';
import { ActionButton, Problem, RadioGroup, useAction } from '@portal/shared-ui/forms';
import { type ReactElement, type ReactNode, useState } from 'react';
import { goToProvider } from '../../../../passes/go-to-provider.ts';
import type { Catalogue } from './data.ts';
import { purchaseFlow, STEPS } from './flow.ts';
import { BoughtAlready, NoAnswer } from './no-answer.tsx';
import { orderOf } from './order.ts';
import { OrderSummary } from './order-summary.tsx';
import { isOutcomeUnknown, stepOf } from './outcome.ts';

type Props = { readonly member: User; readonly catalogue: Catalogue };

/** Last step: what is bought, how it is paid, and buying it, once whatever is pressed. */
export function CheckStep({ member, catalogue }: Props): ReactElement {
  const { _ } = useLingui();
  const locale = useLocale();
  const go = useGo();
  const navigate = useNavigate();
  const action = useAction();
  const [opened, setOpened] = useState(purchaseFlow.state);
  const [missing, setMissing] = useState(false);
  const [usedUp, setUsedUp] = useState(false);
  const { choices } = opened;
  const payment = choices.payment_type ?? onlyOne(catalogue.payment_types);
  const isSent = opened.kind === 'sent';

  const choose = (code: string) => {
    purchaseFlow.send({ type: 'paymentChosen', payment_type: code as PaymentTypeCode });
    setOpened(purchaseFlow.state());
    setMissing(false);
  };

  async function buy(): Promise<void> {
    if (opened.kind === 'choosing' && !payment) {
      setMissing(true);
      return;
    }
    const order = opened.kind === 'sent' ? opened.order : orderOf(opened, payment);
    const answer = await action.run(() => {
      // Kept before it leaves: a reload in the middle knows that something is under way.
      purchaseFlow.send({ type: 'sent', order });
      return call(purchasePassport, { body: order }, { purpose: 'form' });
    });
    if (!answer) return;
    if (!answer.ok) {
      refused(answer.error);
      return;
    }
    const { data: pass, payment_url } = answer.data;
    purchaseFlow.forget();
    await navigate(href(`/my-page/passports/${pass.id}?bought=1`, locale), { replace: true });
    if (payment_url) goToProvider(payment_url);
  }

  function refused(error: ApiError): void {
    const descriptions = (error.kind === 'api' && error.descriptions) || {};
    const isUnknown = isOutcomeUnknown(error);
    if ('idempotency_key' in descriptions) {
      purchaseFlow.forget();
      setUsedUp(true);
      return;
    }
    if (!isUnknown) purchaseFlow.send({ type: 'refused', descriptions });
    const step = isUnknown ? undefined : stepOf(error);
    if (step === STEPS.photo) purchaseFlow.send({ type: 'photoKept', photo: null });
    // Changed elsewhere meanwhile: the page asks for the profile first once it is known.
    if ('profile' in descriptions) void loadUser();
    if (step) go(step);
    else setOpened(purchaseFlow.state());
  }

  if (usedUp) return <BoughtAlready />;
  const price = formatNumber(catalogue.price, { style: 'currency', currency: 'JPY' });
  return (
    <Stack gap="lg">
      {isSent && !action.busy ? <NoAnswer /> : <Problem error={action.error} />}
      <OrderSummary member={member} choices={choices} catalogue={catalogue} price={price} />
      <Card>
        <RadioGroup
          name="payment_type"
          label={<Trans>How would you like to pay?</Trans>}
          required
          look="card"
          value={payment ?? ''}
          onChange={choose}
          error={missing ? _(validationText('required.choice')) : undefined}
          options={catalogue.payment_types.map((code) => ({
            value: code,
            ...PAYMENT_WORDS[code],
            disabled: isSent,
          }))}
        />
      </Card>
      <Inline>
        <ActionButton action={action} size="lg" onClick={() => void buy()}>
          {isSent ? (
            <Trans>Send again</Trans>
          ) : payment === 'card' ? (
            <Trans>Buy and go to the payment</Trans>
          ) : (
            <Trans>Buy for {price}</Trans>
          )}
        </ActionButton>
        {!isSent && (
          <LinkButton to={STEPS.photo} variant="outline" size="lg">
            <Trans>Back</Trans>
          </LinkButton>
        )}
      </Inline>
      <Text tone="muted" size="sm">
        <Trans>You can cancel until the day before the first day of use.</Trans>
      </Text>
    </Stack>
  );
}

const PAYMENT_WORDS: Readonly<
  Record<PaymentTypeCode, { readonly label: ReactNode; readonly hint: ReactNode }>
> = {
  card: {
    label: <Trans>By card</Trans>,
    hint: <Trans>On the payment provider’s own page. We never see your card’s number.</Trans>,
  },
  counter: {
    label: <Trans>At the counter</Trans>,
    hint: <Trans>The passport can be used once it is paid.</Trans>,
  },
};

const onlyOne = (codes: readonly PaymentTypeCode[]) => (codes.length === 1 ? codes[0] : undefined);
