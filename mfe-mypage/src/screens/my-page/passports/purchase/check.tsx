import { useLingui as useWords } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ApiError, call } from '@portal/shared-api';
import { loadUser } from '@portal/shared-auth';
import {
  isoDate,
  lastDayOf,
  type PaymentTypeCode,
  purchasePassport,
  type User,
} from '@portal/shared-contract';
import { formatName, formatNumber, validationText } from '@portal/shared-i18n';
import { href, useGo, useLocale, useNavigate } from '@portal/shared-routing';
import {
  Banner,
  Card,
  Description,
  DescriptionList,
  Inline,
  LinkButton,
  Stack,
} from '@portal/shared-ui';
import { ActionButton, Problem, RadioGroup, useAction } from '@portal/shared-ui/forms';
import { type ReactElement, type ReactNode, useState } from 'react';
import { css } from '#css';
import { goToProvider } from '../../../../passes/go-to-provider.ts';
import { PassCard } from '../../../../passes/pass-card.tsx';
import { datesOfNewPass, PassDates } from '../../../../passes/pass-dates.tsx';
import type { Catalogue } from './data.ts';
import { type Choices, type Order, purchaseFlow, STEPS } from './flow.ts';
import { isOutcomeUnknown } from './outcome.ts';
import { isWhoField } from './who.tsx';
import { holderOf } from './who-problems.ts';

type Props = { readonly member: User; readonly catalogue: Catalogue };

/** Last step: what is bought, how it is paid, and buying it, once whatever is pressed. */
export function CheckStep({ member, catalogue }: Props): ReactElement {
  const { t } = useLingui();
  const { _ } = useWords();
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
      <Summary member={member} choices={choices} catalogue={catalogue} price={price} />
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
      <p className={css({ textStyle: 'note', color: 'ink.muted' })}>
        {t`You can cancel until the day before the first day of use.`}
      </p>
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

/** No answer came: it may have arrived or not. */
function NoAnswer(): ReactElement {
  return (
    <Banner tone="warning" title={<Trans>We do not know yet whether your purchase arrived</Trans>}>
      <span role="alert">
        <Trans>
          Please send it again: you get one passport and pay once, however often you send it.
        </Trans>
      </span>
    </Banner>
  );
}

function BoughtAlready(): ReactElement {
  return (
    <Banner
      tone="info"
      title={<Trans>This purchase has been made already</Trans>}
      action={
        <LinkButton to="/my-page">
          <Trans>To My page</Trans>
        </LinkButton>
      }
    >
      <Trans>You find the passport on My page.</Trans>
    </Banner>
  );
}

type SummaryProps = Props & { readonly choices: Choices; readonly price: string };

function Summary({ member, choices, catalogue, price }: SummaryProps): ReactElement {
  const locale = useLocale();
  const { who, design_id, photo } = choices;
  const start = isoDate(who.usage_start_date);
  const end = lastDayOf(start);
  const holder = who.kind === 'child' ? who : member;
  const names = { first_name: holder.first_name ?? '', last_name: holder.last_name ?? '' };
  return (
    <div className={summary}>
      <div className={preview}>
        <PassCard
          cut="tall"
          pass={{
            ...datesOfNewPass(start, end),
            design_id: design_id ?? '',
            photo: photo?.url ?? null,
            holder: names,
            status_name: null,
          }}
        />
      </div>
      <Card>
        <DescriptionList>
          <Description term={<Trans context="of a passport">Holder</Trans>}>
            {formatName(names, { locale })}
          </Description>
          <Description term={<Trans>Period of use</Trans>}>
            <PassDates pass={datesOfNewPass(start, end)} />
          </Description>
          <Description term={<Trans>Design</Trans>}>
            {catalogue.data.find(({ id }) => id === design_id)?.name[locale]}
          </Description>
          <Description term={<Trans>Price</Trans>}>
            <Trans>{price} (tax included)</Trans>
          </Description>
        </DescriptionList>
      </Card>
    </div>
  );
}

function orderOf(
  { choices, key }: Extract<ReturnType<typeof purchaseFlow.state>, { kind: 'choosing' }>,
  payment: PaymentTypeCode | undefined,
): Order {
  if (!key || !payment) throw new Error('The check step was opened without the steps before it');
  return {
    idempotency_key: key,
    holder: holderOf(choices.who),
    design_id: choices.design_id,
    photo_id: choices.photo?.photo_id ?? null,
    usage_start_date: isoDate(choices.who.usage_start_date),
    payment_type: payment,
  };
}

/** Where what the server refused can be put right. */
function stepOf(error: ApiError): string | undefined {
  if (error.kind !== 'api') return undefined;
  if (error.code === 'ap_passport.photo.required') return STEPS.photo;
  if (error.code === 'ap_passport.design_id.required') return STEPS.design;
  return Object.keys(error.descriptions ?? {}).some(isWhoField) ? STEPS.who : undefined;
}

const onlyOne = (codes: readonly PaymentTypeCode[]) => (codes.length === 1 ? codes[0] : undefined);

const summary = css({
  display: 'grid',
  gap: '5',
  alignItems: 'start',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: '16rem minmax(0, 1fr)' },
});
const preview = css({
  display: 'grid',
  width: 'full',
  maxWidth: '18rem',
  aspectRatio: '5 / 7',
  mx: 'auto',
});
