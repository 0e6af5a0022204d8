import { Trans, useLingui } from '@lingui/react/macro';
import { formatOrderNumber, type Passport, taxIn } from '@portal/kit/contract';
import { formatName, formatPrice } from '@portal/kit/i18n';
import { LocaleLink, useLocale, useLocation } from '@portal/kit/routing';
import {
  Button,
  Card,
  Description,
  DescriptionList,
  Heading,
  Inline,
  LinkButton,
  Stack,
} from '@portal/kit/ui';
import { type ReactElement, useEffect, useRef } from 'react';
import { css } from '#css';
import { DateText } from '../../../../passports/passport-dates.tsx';
import { PassportStatus } from '../../../../passports/passport-status.tsx';

/** The list of purchases leads here. */
const ID = 'receipt';

/**
 * The receipt of a purchase; a staff passport has none, because it costs nothing. When the page is
 * printed, a receipt that is paid is printed alone, below the header's logo.
 */
export function Receipt({ passport }: { readonly passport: Passport }): ReactElement | null {
  const { t } = useLingui();
  const locale = useLocale();
  const place = useRef<HTMLElement>(null);
  const isAskedFor = useLocation().hash === `#${ID}`;
  // It stands at the end of a long page, and is not there yet when the address is opened.
  useEffect(() => {
    if (isAskedFor) place.current?.focus();
  }, [isAskedFor]);
  if (!passport.payment_status_name || passport.price === null) return null;
  const paid = passport.payment_status_name.code === 'paid';
  const price = formatPrice(passport.price);
  const { kind } = passport;
  const { tax: rate } = kind;
  const tax = formatPrice(taxIn(passport.price, rate));
  const issued = window.portal.config.receipt;
  return (
    <Card
      ref={place}
      id={ID}
      as="section"
      aria-label={paid ? t`Receipt` : t`Payment`}
      tabIndex={-1}
      data-print={paid || undefined}
    >
      <Stack gap="sm">
        <Heading>{paid ? <Trans>Receipt</Trans> : <Trans>Payment</Trans>}</Heading>
        <DescriptionList>
          <Description term={<Trans>Bought on</Trans>}>
            <DateText date={passport.created_at} />
          </Description>
          <Description term={<Trans>Kind</Trans>}>{kind.name[locale]}</Description>
          <Description term={<Trans>Price</Trans>}>
            <Trans>{price} (tax included)</Trans>
          </Description>
          <Description term={<Trans>Consumption tax ({rate}%)</Trans>}>{tax}</Description>
          {passport.payment_type_name && (
            <Description term={<Trans>Payment method</Trans>}>
              <PassportStatus status={passport.payment_type_name} />
            </Description>
          )}
          <Description term={<Trans>Payment</Trans>}>
            <PassportStatus status={passport.payment_status_name} />
          </Description>
          {passport.bought_with.length > 0 && (
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
          )}
          {passport.order_number && (
            <Description term={<Trans>Order number</Trans>}>
              {formatOrderNumber(passport.order_number)}
            </Description>
          )}
          {issued && paid && (
            <Description term={<Trans>Issued by</Trans>}>
              {issued.issuer}
              {issued.registrationNumber && (
                <>
                  <br />
                  <Trans>Registration number {issued.registrationNumber}</Trans>
                </>
              )}
            </Description>
          )}
        </DescriptionList>
        <div className={onScreen}>
          <Inline>
            {paid && (
              <Button variant="outline" onClick={() => window.print()}>
                <Trans>Print the receipt</Trans>
              </Button>
            )}
            <LinkButton to="/my-page/passports/purchases" variant="link">
              <Trans>Purchases</Trans>
            </LinkButton>
          </Inline>
        </div>
      </Stack>
    </Card>
  );
}

const onScreen = css({ _print: { display: 'none' } });
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
