import { Trans } from '@lingui/react/macro';
import { formatOrderNumber, type Passport, todayInJapan } from '@portal/kit/contract';
import { formatPrice } from '@portal/kit/i18n';
import { DescriptionList, Icon, LinkButton, PageHeading, Stack, Text } from '@portal/kit/ui';
import { lazy, type ReactElement, type ReactNode, Suspense } from 'react';
import { css } from '#css';
import { DateText } from '../../../../passports/passport-dates.tsx';
import { orderPath } from '../order-path.ts';
import { areas } from './areas.ts';
import { CardWithCode } from './card-with-code.tsx';
import { HowToPay } from './how-to-pay.tsx';
import { BoughtWith } from './payment.tsx';

/** It is fetched only after a purchase. */
const InstallOffer = lazy(async () => ({
  default: (await import('./install-offer.tsx')).InstallOffer,
}));

type Props = {
  readonly passport: Passport;
  /** What is still to be done about it. */
  readonly children: ReactNode;
};

/** The page of a passport that was bought or ordered this minute: the ticket alone, from when it is used, and what comes next. */
export function Bought({ passport, children }: Props): ReactElement {
  const { id, order_number: order } = passport;
  const isPaid = passport.payment_status_name?.code === 'paid';
  return (
    <>
      <PageHeading namesPage>
        {isPaid ? <Trans>Thank you for your purchase</Trans> : <Trans>We have your order</Trans>}
      </PageHeading>
      <div className={areas}>
        <CardWithCode passport={passport} isAfterPayment />
        <Stack gap="lg">
          {isPaid ? <Paid passport={passport} /> : <Ordered passport={passport} />}
          {children}
          <div className={ways}>
            <LinkButton to="/my-page/passports/purchase" variant="outline">
              <Icon name="plus" size="sm" />
              <Trans>Buy one for somebody else</Trans>
            </LinkButton>
            {order && (
              <LinkButton to={orderPath(order)} variant="link">
                {isPaid ? <Trans>Order and receipt</Trans> : <Trans>Your order</Trans>}
              </LinkButton>
            )}
            <LinkButton to={`/my-page/passports/${id}`} variant="link">
              <Trans>See the details</Trans>
            </LinkButton>
          </div>
          <Suspense>
            <InstallOffer />
          </Suspense>
        </Stack>
      </div>
    </>
  );
}

function Paid({ passport }: { readonly passport: Passport }): ReactElement {
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
function Ordered({ passport }: { readonly passport: Passport }): ReactElement {
  const price = formatPrice(passport.amount_due);
  return (
    <div>
      <p className={quiet}>
        <Trans>Order number</Trans>
      </p>
      <p className={number}>{formatOrderNumber(passport.order_number ?? '')}</p>
      <p className={sum}>
        <Trans>{price} (tax included)</Trans>
      </p>
      <Text>
        <HowToPay passport={passport} />
      </Text>
    </div>
  );
}

const ways = css({
  display: 'grid',
  gap: '2',
  justifyItems: { base: 'stretch', sm: 'start' },
});
const quiet = css({ color: 'ink.muted', fontSize: 'sm' });
const number = css({
  fontSize: '2xl',
  fontWeight: 'bold',
  lineHeight: 'tight',
  fontVariantNumeric: 'tabular-nums',
});
const sum = css({ fontSize: 'lg', fontWeight: 'bold', mb: '3' });
