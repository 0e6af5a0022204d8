import { Trans, useLingui } from '@lingui/react/macro';
import { formatOrderNumber, type Passport, todayInJapan } from '@portal/kit/contract';
import { type CalendarDay, calendarFile } from '@portal/kit/contract/calendar-file';
import { formatName, formatPrice } from '@portal/kit/i18n';
import {
  Button,
  Description,
  DescriptionList,
  Icon,
  LinkButton,
  PageHeading,
  Stack,
  Text,
} from '@portal/kit/ui';
import { lazy, type ReactNode, Suspense } from 'react';
import { css } from '#css';
import { DateText } from '../../../../passports/passport-dates.tsx';
import { CardWithCode } from './card-with-code.tsx';
import { BoughtWith, OrderLink } from './details.tsx';
import { HowToPay } from './payment-notice.tsx';
import { areas } from './skeleton.tsx';

/** It is fetched only after a purchase. */
const InstallOffer = lazy(async () => ({
  default: (await import('./install-offer.tsx')).InstallOffer,
}));

type Props = {
  readonly passport: Passport;
  readonly children: ReactNode;
  readonly wallets: ReactNode;
};

/** The page of a passport that was bought or ordered this minute: the ticket alone, from when it is used, and what comes next. */
export function Bought({ passport, children, wallets }: Props) {
  const { id, order_number: order } = passport;
  const isPaid = passport.payment_status_name?.code === 'paid';
  return (
    <>
      <PageHeading namesPage>
        {isPaid ? <Trans>Thank you for your purchase</Trans> : <Trans>We have your order</Trans>}
      </PageHeading>
      <div className={areas}>
        <CardWithCode passport={passport} />
        <Stack gap="lg">
          {isPaid ? <Paid passport={passport} /> : <Ordered passport={passport} />}
          {children}
          <div className={ways}>
            {isPaid && <CalendarButton passport={passport} />}
            <LinkButton to="/my-page/passports/purchase" variant="outline">
              <Icon name="plus" size="sm" />
              <Trans>Buy one for somebody else</Trans>
            </LinkButton>
            {order && <OrderLink order={order} isPaid={isPaid} />}
            <LinkButton to={`/my-page/passports/${id}`} variant="link">
              <Trans>See the details</Trans>
            </LinkButton>
          </div>
          {wallets}
          <Suspense>
            <InstallOffer />
          </Suspense>
        </Stack>
      </div>
    </>
  );
}

function Paid({ passport }: { readonly passport: Passport }) {
  if (passport.bought_with.length > 0) {
    return (
      <Stack>
        <Text>
          <Trans>
            We have received your payment. You will find all the passports of your order under
            Passports.
          </Trans>
        </Text>
        <DescriptionList>
          <BoughtWith passport={passport} />
        </DescriptionList>
      </Stack>
    );
  }
  return (
    <Text>
      {passport.usage_start_date > todayInJapan(new Date()) ? (
        <Trans>
          We have received your payment. The passport can be used from{' '}
          <DateText date={passport.usage_start_date} />.
        </Trans>
      ) : (
        <Trans>We have received your payment. The passport is yours.</Trans>
      )}
    </Text>
  );
}

/** To be said at the counter. */
function Ordered({ passport }: { readonly passport: Passport }) {
  const price = formatPrice(passport.amount_due);
  return (
    <Stack>
      <DescriptionList>
        <Description term={<Trans>Order number</Trans>}>
          <b className={large}>{formatOrderNumber(passport.order_number ?? '')}</b>
        </Description>
        <Description term={<Trans>Price</Trans>}>
          <b>
            <Trans>{price} (tax included)</Trans>
          </b>
        </Description>
      </DescriptionList>
      <Text>
        <HowToPay passport={passport} />
      </Text>
    </Stack>
  );
}

const ways = css({
  display: 'grid',
  gap: '2',
  justifyItems: { base: 'stretch', sm: 'start' },
  textAlign: 'center',
});
const large = css({ fontSize: 'xl' });

const GONE_AFTER_MS = 60_000;

/** Gives the member's calendar the first and the last day, as the file of the receipt's mail does. */
function CalendarButton({ passport }: { readonly passport: Passport }) {
  const { t } = useLingui();
  const { id, holder, usage_start_date, ext_expiration_date } = passport;
  const name = formatName(holder);
  const dayOf = (part: 'first' | 'last', day: string, summary: string): CalendarDay => ({
    uid: `${id}-${part}@${location.hostname}`,
    day,
    summary,
    description: '',
    url: location.origin + location.pathname,
  });

  function save(): void {
    const days = [
      dayOf('first', usage_start_date, t`Annual passport: first day (${name})`),
      dayOf('last', ext_expiration_date, t`Annual passport: last day (${name})`),
    ];
    const file = new Blob([calendarFile(days, new Date())], { type: 'text/calendar' });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = `${t`Passports`}.ics`;
    link.click();
    // A phone asks first what is to open it.
    setTimeout(() => URL.revokeObjectURL(link.href), GONE_AFTER_MS);
  }

  return (
    <Button variant="outline" onClick={save}>
      <Icon name="calendar" size="sm" />
      <Trans>Add to the calendar</Trans>
    </Button>
  );
}
