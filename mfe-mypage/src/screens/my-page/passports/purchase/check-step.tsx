import { Trans, useLingui } from '@lingui/react/macro';
import { type ApiError, call } from '@portal/kit/api';
import { loadUser } from '@portal/kit/auth';
import {
  cancelRules,
  isoDate,
  lastDayToPay,
  type NewPassport,
  PASSPORTS_PER_ORDER,
  type PaymentTypeCode,
  purchasePassport,
  todayInJapan,
  type User,
} from '@portal/kit/contract';
import { formatDate, formatPrice, sentenceGap } from '@portal/kit/i18n';
import { href, useGo, useLocale, useNavigate, useRevalidator } from '@portal/kit/routing';
import { announce, Button, Card, Inline, Stack, Text } from '@portal/kit/ui';
import { ActionButton, ApiErrorBanner, RadioGroup, useAction } from '@portal/kit/ui/forms';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { css } from '#css';
import { goToPaymentPage } from '../../../../passports/web-address.ts';
import type { Catalogue } from './data.ts';
import {
  type Item,
  itemsOf,
  needsPhoto,
  type Order,
  type PurchaseEvent,
  type PurchaseState,
  purchaseFlow,
  STEPS,
} from './flow.ts';
import { holderOf } from './holder-errors.ts';
import { NewOrder, shownOf } from './order-slip.tsx';
import {
  AlreadyBoughtNotice,
  faultOf,
  isOutcomeUnknown,
  isPriceChanged,
  NotRenewableNotice,
  OutcomeUnknownNotice,
  PriceChangedNotice,
  stepOf,
} from './outcome.tsx';
import { PurchaseBar } from './purchase-bar.tsx';

type Props = { readonly member: User; readonly catalogue: Catalogue };

/** Last step: shows the order, asks how to pay and buys it, once however often it is sent. */
export function CheckStep({ member, catalogue }: Props) {
  const { t } = useLingui();
  const locale = useLocale();
  const go = useGo();
  const navigate = useNavigate();
  const action = useAction();
  const { revalidate } = useRevalidator();
  const [state, setState] = useState(purchaseFlow.state);
  const [ended, setEnded] = useState<ReactElement>();
  const { choices } = state;
  const items = itemsOf(state).map((item) => asSoldToday(item, catalogue));
  const ways = catalogue.payment_types;
  const payment = choices.payment_type ?? ways[0];
  const total = items.reduce((sum, { kind }) => sum + (kind?.price ?? 0), 0);
  const isSent = state.kind === 'sent';

  const choose = (code: string) => {
    purchaseFlow.send({ type: 'paymentChosen', payment_type: code as PaymentTypeCode });
    setState(purchaseFlow.state());
  };

  /** Changes the order, and goes to the first step for the passport that it opens. */
  const open = (event: PurchaseEvent) => {
    purchaseFlow.send(event);
    go(STEPS.holder);
  };
  const remove = (place: number) => {
    purchaseFlow.send({ type: 'passportRemoved', place });
    setState(purchaseFlow.state());
    announce(t`The passport is no longer in the order.`);
  };

  async function buy(): Promise<void> {
    const order = state.kind === 'sent' ? state.order : orderOf(state, { payment, total });
    const answer = await action.run(async () => {
      // Stored before it is sent, so that a reload during the call still knows about it.
      purchaseFlow.send({ type: 'sent', order });
      const sent = await call(purchasePassport, { body: order }, { purpose: 'form' });
      // The notice comes with the new price.
      if (!sent.ok && isPriceChanged(sent.error)) await revalidate();
      return sent;
    });
    if (!answer) return;
    if (!answer.ok) {
      handleError(answer.error);
      return;
    }
    const { data: passport, payment_url } = answer.data;
    purchaseFlow.forget();
    await navigate(href(`/my-page/passports/${passport.id}?bought=1`, locale), { replace: true });
    if (payment_url) goToPaymentPage(payment_url);
  }

  function handleError(error: ApiError): void {
    const fault = faultOf((error.kind === 'api' && error.descriptions) || {});
    const { descriptions } = fault;
    const isUnknown = isOutcomeUnknown(error);
    if ('idempotency_key' in descriptions) {
      purchaseFlow.forget();
      setEnded(<AlreadyBoughtNotice />);
      return;
    }
    if ('renews' in descriptions) {
      purchaseFlow.forget();
      setEnded(<NotRenewableNotice />);
      return;
    }
    const step = isUnknown ? undefined : stepOf(error);
    // Only what a step can correct is about one passport.
    if (!isUnknown) purchaseFlow.send({ type: 'refused', ...(step ? fault : { descriptions }) });
    if (step === STEPS.photo) purchaseFlow.send({ type: 'photoUploaded', photo: null });
    // The profile changed elsewhere: once it is loaded, the step about the member opens.
    if ('profile' in descriptions) void loadUser().then(({ ok }) => ok && go(STEPS.details));
    if (step) go(step);
    else setState(purchaseFlow.state());
  }

  const notice = useRef<HTMLDivElement>(null);
  // The button is in sight wherever the page is scrolled to.
  useEffect(() => {
    if (action.error) notice.current?.scrollIntoView({ block: 'nearest' });
  }, [action.error]);

  if (ended) return ended;
  const price = formatPrice(total);
  const dayToPay = formatDate(lastDayToPay(items.map((item) => shownOf(item, member).end)));
  return (
    <Stack gap="lg">
      <div ref={notice} className={notices}>
        {isSent && !action.busy ? (
          <OutcomeUnknownNotice />
        ) : isPriceChanged(action.error) ? (
          <PriceChangedNotice />
        ) : (
          <ApiErrorBanner error={action.error} />
        )}
      </div>
      <NewOrder
        member={member}
        items={items}
        catalogue={catalogue}
        {...(!isSent &&
          items.length > 1 && {
            onChange: (place) => open({ type: 'passportOpened', place }),
            onRemove: remove,
          })}
      />
      {!isSent && items.length < PASSPORTS_PER_ORDER && (
        <Inline>
          <Button variant="outline" wide="onPhone" onClick={() => open({ type: 'passportAdded' })}>
            <Trans>Add a passport for someone else</Trans>
          </Button>
        </Inline>
      )}
      <Card>
        <RadioGroup
          name="payment_type"
          label={<Trans>How would you like to pay?</Trans>}
          required
          look="card"
          value={payment ?? ''}
          onChange={choose}
          options={ways.map((code) => ({
            value: code,
            ...(code === 'card'
              ? BY_CARD
              : {
                  label: <Trans>At the counter</Trans>,
                  hint: (
                    <Trans>
                      You pay when you come, by {dayToPay}. What you buy can be used once it is
                      paid.
                    </Trans>
                  ),
                }),
            disabled: isSent,
          }))}
        />
      </Card>
      <Stack gap="xs">
        <Text tone="muted" size="sm">
          <Cancelling items={items} />
        </Text>
        <Text tone="muted" size="sm">
          <Trans>
            You cancel on the passport’s page, under “What you can do”: before the payment at any
            time, and free of charge.
          </Trans>
          {items.some(({ holder }) => holder.kind === 'adult') && (
            <>
              {sentenceGap()}
              <Trans>A passport for another adult can be cancelled until they accept it.</Trans>
            </>
          )}
        </Text>
      </Stack>
      <PurchaseBar {...(!isSent && { back: needsPhoto(choices) ? STEPS.photo : STEPS.design })}>
        <ActionButton action={action} onClick={() => void buy()}>
          {isSent ? (
            <Trans>Send again</Trans>
          ) : payment === 'card' ? (
            <Trans>Pay {price} by card</Trans>
          ) : (
            <Trans>Buy for {price}</Trans>
          )}
        </ActionButton>
      </PurchaseBar>
    </Stack>
  );
}

const notices = css({ _empty: { display: 'none' } });

/** The server sells at the price of the day. */
const asSoldToday = (item: Item, { kinds }: Catalogue): Item => ({
  ...item,
  kind: kinds.find(({ id }) => id === item.kind?.id) ?? item.kind,
});

function Cancelling({ items }: { readonly items: readonly Item[] }) {
  const locale = useLocale();
  const today = todayInJapan(new Date());
  const own = items.filter(({ holder }) => holder.kind !== 'adult');
  const kinds = own.flatMap(({ kind }) => kind ?? []);
  if (kinds.some(({ cancel }) => cancel !== 'day-before')) {
    return <>{cancelRules(kinds, locale).join(sentenceGap())}</>;
  }
  const later = own.filter(({ holder }) => isoDate(holder.usage_start_date) > today);
  if (own.length === 0) return null;
  if (later.length === own.length) {
    return <Trans>You can cancel until the day before the start date.</Trans>;
  }
  if (own.length === 1) {
    return <Trans>It starts today, so it can no longer be cancelled once it is paid.</Trans>;
  }
  if (later.length === 0) {
    return <Trans>They start today, so they can no longer be cancelled once they are paid.</Trans>;
  }
  return (
    <Trans>
      You can cancel each passport until the day before its start date. What starts today can no
      longer be cancelled once it is paid.
    </Trans>
  );
}

const BY_CARD = {
  label: <Trans>By card</Trans>,
  hint: (
    <Trans>You pay now, on the payment provider’s own page. We never see your card number.</Trans>
  ),
};

/** The body of the purchase call. @throws Error if a step before is not complete */
function orderOf(
  state: Extract<PurchaseState, { kind: 'choosing' }>,
  { payment, total }: { readonly payment: PaymentTypeCode | undefined; readonly total: number },
): Order {
  const [first, ...others] = itemsOf(state).map(passportOf);
  if (!state.key || !payment || !first) {
    throw new Error('The check step was opened without the steps before it');
  }
  return {
    idempotency_key: state.key,
    ...first,
    payment_type: payment,
    total,
    ...(others.length > 0 && { others }),
  };
}

const passportOf = (item: Item): NewPassport => ({
  holder: holderOf(item.holder),
  ...(item.kind && { kind_id: item.kind.id }),
  design_id: item.design_id,
  photo_id: needsPhoto(item) ? (item.photo?.photo_id ?? null) : null,
  usage_start_date: isoDate(item.holder.usage_start_date),
  ...(item.renews !== null && { renews: item.renews }),
});
