import { Trans } from '@lingui/react/macro';
import { formatOrderNumber, type Passport } from '@portal/kit/contract';
import { formatName, formatPrice } from '@portal/kit/i18n';
import { LocaleLink, useLocale } from '@portal/kit/routing';
import { Card, Description, DescriptionList, Heading, LinkButton, Stack } from '@portal/kit/ui';
import type { ReactElement } from 'react';
import { css } from '#css';
import { DateText } from '../../../../passports/passport-dates.tsx';
import { PassportStatus } from '../../../../passports/passport-status.tsx';
import { orderPath } from '../order-path.ts';

/** What was paid for a passport, and the way to its order, which has the receipt; a staff passport costs nothing. */
export function Payment({ passport }: { readonly passport: Passport }): ReactElement | null {
  const { payment_status_name: status, order_number: order } = passport;
  if (!status || passport.price === null) return null;
  const price = formatPrice(passport.price);
  return (
    <Card>
      <Stack gap="sm">
        <Heading>
          <Trans>Payment</Trans>
        </Heading>
        <DescriptionList>
          <Description term={<Trans>Bought on</Trans>}>
            <DateText date={passport.created_at} />
          </Description>
          <Description term={<Trans>Price</Trans>}>
            <Trans>{price} (tax included)</Trans>
          </Description>
          {passport.payment_type_name && (
            <Description term={<Trans>Payment method</Trans>}>
              <PassportStatus status={passport.payment_type_name} />
            </Description>
          )}
          <Description term={<Trans>Payment</Trans>}>
            <PassportStatus status={status} />
          </Description>
          <BoughtWith passport={passport} />
          {order && (
            <Description term={<Trans>Order number</Trans>}>{formatOrderNumber(order)}</Description>
          )}
        </DescriptionList>
        {order && (
          <div>
            <LinkButton to={orderPath(order)} variant="link">
              {status.code === 'paid' ? (
                <Trans>Order and receipt</Trans>
              ) : (
                <Trans>Your order</Trans>
              )}
            </LinkButton>
          </div>
        )}
      </Stack>
    </Card>
  );
}

/** The row of the other passports of the order that are the member's still. */
export function BoughtWith({ passport }: { readonly passport: Passport }): ReactElement | null {
  const locale = useLocale();
  if (passport.bought_with.length === 0) return null;
  return (
    <Description term={<Trans>Bought together with</Trans>}>
      <ul className={others}>
        {passport.bought_with.map(({ id, ...names }) => (
          <li key={id}>
            <LocaleLink to={`/my-page/passports/${id}`} className={link}>
              {formatName(names, { locale })}
            </LocaleLink>
          </li>
        ))}
      </ul>
    </Description>
  );
}

// The names stand in line with the other values, and each can be tapped.
const others = css({ display: 'grid', gap: '4' });
const link = css({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 'target',
  my: '-2',
  color: 'accent',
  textDecoration: 'underline',
});
