import { Trans } from '@lingui/react/macro';
import { userAtom, useSession } from '@portal/kit/auth';
import {
  cancelRule,
  cardArrival,
  formatOrderNumber,
  hasEnded,
  type Passport,
  PERMISSION,
  todayInJapan,
} from '@portal/kit/contract';
import { formatBirth, formatName, formatPrice } from '@portal/kit/i18n';
import { LocaleLink, useLocale } from '@portal/kit/routing';
import { Card, Description, DescriptionList, LinkButton, Text } from '@portal/kit/ui';
import { css } from '#css';
import { GiftLetter } from '../../../../passports/gift-letter.tsx';
import { nameLink } from '../../../../passports/order-slip.tsx';
import { shownPassport } from '../../../../passports/passport-card.tsx';
import { DateText, momentInJapan, PassportDates } from '../../../../passports/passport-dates.tsx';
import { PassportStatus } from '../../../../passports/passport-status.tsx';

/** The card is on its way from its order until the day by which it arrives. */
function CardOrder({ orderedAt }: { readonly orderedAt: string }) {
  const member = useSession(userAtom);
  const ordered = todayInJapan(new Date(orderedAt));
  const arrival = member && cardArrival(ordered, member.country);
  return arrival && todayInJapan(new Date()) <= arrival ? (
    <Trans>
      Ordered, arrives by <DateText date={arrival} />
    </Trans>
  ) : (
    <Trans>
      Ordered on <DateText date={ordered} />
    </Trans>
  );
}

export function Details({ passport }: { readonly passport: Passport }) {
  const locale = useLocale();
  const { holder, gift } = passport;
  const giver = gift?.from;
  const { order_number: order, payment_status_name: payment } = passport;
  const until = gift?.take_back_until && momentInJapan(gift.take_back_until);
  return (
    <Card gap="sm" heading={<Trans>Details</Trans>}>
      {passport.ext_permission === PERMISSION.staff && (
        <Text tone="muted">
          <Trans>This is a staff passport. It costs nothing and cannot be transferred.</Trans>
        </Text>
      )}
      <DescriptionList>
        <Description term={<Trans>Status</Trans>}>
          <PassportStatus status={shownPassport(passport).status_name} />
        </Description>
        <Description term={<Trans context="of a passport">Holder</Trans>}>
          {formatName(holder, { locale })}
          {holder.kind === 'child' && (
            <>
              {' '}
              <Trans context="after a child's name">(child)</Trans>
            </>
          )}
        </Description>
        {holder.date_of_birth && (
          <Description term={<Trans>Date of birth</Trans>}>
            <time dateTime={holder.date_of_birth}>{formatBirth(holder.date_of_birth)}</time>
          </Description>
        )}
        <Description term={<Trans context="how long">Valid</Trans>}>
          <PassportDates passport={passport} />
        </Description>
        <Description term={<Trans>Kind</Trans>}>
          {passport.kind.name[locale]}
          {passport.price !== null && !hasEnded(passport) && (
            <Text size="sm" tone="muted">
              {cancelRule(passport.kind)[locale]}
            </Text>
          )}
        </Description>
        {giver && (
          <Description term={<Trans>Given by</Trans>}>
            {giver} {until && <Trans>(can take it back until {until}, Japan time)</Trans>}
            <GiftLetter from={null} message={gift?.message ?? null} />
          </Description>
        )}
        {passport.role !== 'giver' && (
          <Description term={<Trans>Identity</Trans>}>
            {passport.confirmed_id_at ? (
              <Trans>
                Confirmed on <DateText date={passport.confirmed_id_at} />
              </Trans>
            ) : (
              <Trans>Not confirmed yet</Trans>
            )}
          </Description>
        )}
        {passport.ext_member_code && (
          <Description term={<Trans>Passport number</Trans>}>
            {passport.ext_member_code}
          </Description>
        )}
        {passport.physical_card_issued_at && (
          <Description term={<Trans>Physical card</Trans>}>
            <CardOrder orderedAt={passport.physical_card_issued_at} />
          </Description>
        )}
        {passport.canceled_at && (
          <Description term={<Trans>Cancelled on</Trans>}>
            <DateText date={passport.canceled_at} />
          </Description>
        )}
        {payment && (
          <Description term={<Trans>Payment</Trans>}>
            {passport.price !== null && formatPrice(passport.price)}{' '}
            <PassportStatus status={payment} />
          </Description>
        )}
        <BoughtWith passport={passport} />
        {order && (
          <Description term={<Trans>Order number</Trans>}>{formatOrderNumber(order)}</Description>
        )}
      </DescriptionList>
      {order && <OrderLink order={order} isPaid={payment?.code === 'paid'} />}
    </Card>
  );
}

type OrderLinkProps = { readonly order: string; readonly isPaid: boolean };

export const OrderLink = ({ order, isPaid }: OrderLinkProps) => (
  <div>
    <LinkButton to={`/my-page/passports/purchases/${order}`} variant="link">
      {isPaid ? <Trans>Order and receipt</Trans> : <Trans>Your order</Trans>}
    </LinkButton>
  </div>
);

/** The row of the other passports of the order that are the member's still. */
export function BoughtWith({ passport }: { readonly passport: Passport }) {
  const locale = useLocale();
  if (passport.bought_with.length === 0) return null;
  return (
    <Description term={<Trans>Bought together with</Trans>}>
      <ul className={others}>
        {passport.bought_with.map(({ id, ...names }) => (
          <li key={id}>
            <LocaleLink to={`/my-page/passports/${id}`} className={nameLink}>
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
