import { Trans, useLingui } from '@lingui/react/macro';
import {
  addYears,
  datePartsOf,
  todayInJapan,
  type User,
  usageStartRange,
} from '@portal/kit/contract';
import { formatName, formatPrice } from '@portal/kit/i18n';
import { useGo, useLocale } from '@portal/kit/routing';
import { announce, Banner, Button, Card, Stack, Text } from '@portal/kit/ui';
import { DateField } from '@portal/kit/ui/date-field';
import { DateOfBirthField } from '@portal/kit/ui/date-of-birth-field';
import {
  ErrorSummary,
  type PortalForm,
  RadioGroup,
  TextField,
  usePortalForm,
  validationText,
} from '@portal/kit/ui/forms';
import { useEffect, useMemo, useState } from 'react';
import { KindPrices } from '../../../../passports/kinds-on-sale.tsx';
import { DateText } from '../../../../passports/passport-dates.tsx';
import type { Catalogue } from './data.ts';
import { type HolderFields, purchaseFlow, STEPS, stepAfterDesign } from './flow.ts';
import {
  ageProblem,
  fittingKinds,
  holderErrorsFromServer,
  holderFormSchema,
  kindAmong,
} from './holder-errors.ts';
import { kindsOf, PurchaseBar } from './purchase-bar.tsx';

type Props = { readonly member: User; readonly catalogue: Catalogue };

/** Most members start at once, so the date is today until they choose another. */
function fromToday(holder: HolderFields, today: string): HolderFields {
  const { year, month, day } = holder.usage_start_date;
  return year || month || day ? holder : { ...holder, usage_start_date: datePartsOf(today) };
}

/** A child mostly has the family name of whoever buys for it. */
const withFamilyName = (holder: HolderFields, { last_name }: User): HolderFields =>
  holder.kind === 'child' && holder.last_name + holder.first_name === ''
    ? { ...holder, last_name: last_name ?? '' }
    : holder;

export function HolderStep({ member, catalogue }: Props) {
  const { t, i18n } = useLingui();
  const locale = useLocale();
  const go = useGo();
  const today = todayInJapan(new Date());
  const [opened] = useState(purchaseFlow.state);
  const { kinds, child_below_years: childBelow } = catalogue;
  const memberBorn = member.date_of_birth;
  const selling = useMemo(
    () => ({ kinds, childBelow, memberBorn }),
    [kinds, childBelow, memberBorn],
  );
  const schema = useMemo(() => holderFormSchema(selling), [selling]);
  const form = usePortalForm({
    schema,
    initialValues: withFamilyName(fromToday(opened.choices.holder, today), member),
    serverErrors: opened.kind === 'choosing' ? holderErrorsFromServer(opened.refused) : undefined,
    onChange: (holder) => void purchaseFlow.send({ type: 'typed', holder }),
    onSubmit(holder) {
      purchaseFlow.send({ type: 'typed', holder });
      const kind = kindAmong(fittingKinds(holder, today, selling) ?? [], holder);
      if (!kind) return;
      purchaseFlow.send({ type: 'holderEntered', key: crypto.randomUUID(), kind });
      const { choices, others } = purchaseFlow.state();
      // It has the design of the one before; Back, and the last step, lead to the others.
      const isAdded = opened.choices.kind === null && others.length > 0;
      go(isAdded && choices.design_id !== null ? stepAfterDesign(choices) : STEPS.design);
    },
  });
  const holder = form.values;

  const age = ageProblem(holder, today, selling);
  const free = age === 'children_under_3_free' ? i18n._(validationText(age)) : undefined;
  useEffect(() => {
    if (free) announce(free);
  }, [free]);

  const { first, last } = usageStartRange(today);
  const name = formatName(member, { locale });
  const fitting = fittingKinds(holder, today, selling) ?? [];
  return (
    <form {...form.props} aria-label={t`Buy a passport`}>
      <Stack gap="lg">
        <ErrorSummary {...form.summary} />
        <div>
          <Text>
            <Trans>A passport admits one person.</Trans>
          </Text>
          <KindPrices kinds={kinds} />
        </div>
        <Card gap="lg">
          <RadioGroup
            {...form.control('kind')}
            onChange={(kind) => {
              const { last_name } = withFamilyName({ ...holder, kind }, member);
              form.change({ kind, last_name });
            }}
            label={<Trans>Who will use it?</Trans>}
            required
            look="card"
            options={[
              { value: 'member', label: <Trans>Myself</Trans>, hint: name },
              {
                value: 'child',
                label: <Trans>A child</Trans>,
                hint: <Trans>You keep the passport on your phone for them.</Trans>,
              },
              {
                value: 'adult',
                label: <Trans>Another adult</Trans>,
                hint: <Trans>We invite them by email once it is paid.</Trans>,
              },
            ]}
          />
          {holder.kind === 'child' && (
            <ChildFields form={form} today={today} childBelowYears={childBelow} />
          )}
          {holder.kind === 'adult' && <AdultFields form={form} />}
          <DateField
            {...form.control('usage_start_date')}
            label={<Trans>Start date</Trans>}
            hint={
              <Trans>
                Any day from today to <DateText date={last} />.
              </Trans>
            }
            required
            range={{ first, last }}
            start={first}
          />
          {fitting.length > 1 && (
            <RadioGroup
              {...form.control('kind_id')}
              label={<Trans>Which kind of passport?</Trans>}
              required
              look="card"
              options={fitting.map((kind) => ({
                value: kind.id,
                label: kind.name[locale],
                hint: formatPrice(kind.price),
              }))}
            />
          )}
        </Card>
        {free && (
          <Banner tone="info" title={<Trans>No passport needed</Trans>}>
            {free}
          </Banner>
        )}
        <PurchaseBar kinds={kindsOf(opened, kindAmong(fitting, holder) ?? null)}>
          {opened.others.length > 0 && (
            <Button
              variant="outline"
              onClick={() => {
                purchaseFlow.send({ type: 'passportRemoved', place: opened.place });
                go(STEPS.check);
              }}
            >
              <Trans>Remove</Trans>
            </Button>
          )}
          <Button type="submit">
            <Trans>Next</Trans>
          </Button>
        </PurchaseBar>
      </Stack>
    </form>
  );
}

type FieldsProps = { readonly form: PortalForm<ReturnType<typeof holderFormSchema>> };

/** The name of somebody else who will use the passport, in the order of the language. */
function NameFields({ form }: FieldsProps) {
  const names = [
    { name: 'last_name', label: <Trans>Last name</Trans> },
    { name: 'first_name', label: <Trans>First name</Trans> },
  ] as const;
  const ordered = useLocale() === 'ja' ? names : [...names].reverse();
  return (
    <>
      {ordered.map(({ name, label }) => (
        <TextField key={name} {...form.text(name)} label={label} required autoComplete="off" />
      ))}
    </>
  );
}

/** The name of another adult, and where the invitation goes. */
function AdultFields({ form }: FieldsProps) {
  return (
    <>
      <NameFields form={form} />
      <TextField
        {...form.text('email')}
        label={<Trans>Their email address</Trans>}
        hint={
          <Trans>
            Only somebody who signs in with this address can accept the passport. They then add
            their own photo. Until then it stays yours and opens no gate.
          </Trans>
        }
        type="email"
        required
        autoComplete="off"
      />
    </>
  );
}

type ChildFieldsProps = FieldsProps & {
  /** In Japan, YYYY-MM-DD. */
  readonly today: string;
  readonly childBelowYears: number;
};

/** Where the wheels of a child's date of birth start while nothing is chosen. */
const START_YEARS_AGO = 8;

function ChildFields({ form, today, childBelowYears }: ChildFieldsProps) {
  return (
    <>
      <NameFields form={form} />
      <DateOfBirthField
        {...form.control('date_of_birth')}
        label={<Trans>Date of birth</Trans>}
        hint={
          <Trans>
            A child is under {childBelowYears} on the start date. Children under 3 enter free.
          </Trans>
        }
        required
        today={today}
        start={addYears(today, -START_YEARS_AGO)}
      />
    </>
  );
}
