import { Trans, useLingui } from '@lingui/react/macro';
import { formatOrderNumber, type PurchaseRecord, taxesIn, type User } from '@portal/kit/contract';
import { formatName, formatPrice } from '@portal/kit/i18n';
import { useLocale } from '@portal/kit/routing';
import { Button, Card, Description, DescriptionList } from '@portal/kit/ui';
import { TextField } from '@portal/kit/ui/forms';
import { useState } from 'react';
import { css } from '#css';
import { DateText } from '../../../../../passports/passport-dates.tsx';

type Props = { readonly purchase: PurchaseRecord; readonly member: User | null };

/** No name of a company is longer. */
const MAX_ADDRESSEE = 100;

/** The receipt for what is paid of an order. The addressee stays on this page. Printed, it stands alone. */
export function Receipt({ purchase, member }: Props) {
  const { t } = useLingui();
  const locale = useLocale();
  const [addressee, setAddressee] = useState(member ? formatName(member, { locale }) : '');
  const paid = purchase.passports.filter(({ state_name }) => state_name?.code === 'paid');
  if (paid.length === 0) return null;
  const price = formatPrice(paid.reduce((sum, passport) => sum + passport.price, 0));
  const taxes = taxesIn(paid.map(({ kind, price }) => ({ price, tax: kind.tax }))).map(
    ({ rate, price, tax }) => ({ rate, sum: formatPrice(price), tax: formatPrice(tax) }),
  );
  const issued = window.portal.config.receipt;
  return (
    <Card as="section" aria-label={t`Receipt`} gap="md" heading={<Trans>Receipt</Trans>}>
      <TextField
        name="addressee"
        label={<Trans>Addressed to</Trans>}
        hint={<Trans>As it is to be printed. It is not stored.</Trans>}
        value={addressee}
        onChange={({ target }) => setAddressee(target.value)}
        maxLength={MAX_ADDRESSEE}
        autoComplete="off"
      />
      <div className={sheet} data-print="">
        <p className={title}>
          <Trans>Receipt</Trans>
        </p>
        <p className={name}>
          {addressee.trim() && <Trans context="of a receipt">To {addressee}</Trans>}
        </p>
        <p className={sum}>
          <Trans>{price} (tax included)</Trans>
        </p>
        <p>
          <Trans>For annual passports. We have received this amount.</Trans>
        </p>
        <DescriptionList>
          <Description term={<Trans>Bought on</Trans>}>
            <DateText date={purchase.created_at} />
          </Description>
          {kindsIn(paid).map(({ kind, count, each }) => (
            <Description key={`${kind.id} ${each}`} term={kind.name[locale]}>
              {formatPrice(each)} × {count}
            </Description>
          ))}
          {taxes.map(({ rate, sum, tax }) => (
            <Description key={rate} term={<Trans>Taxed at {rate}%</Trans>}>
              <Trans>
                {sum}, {tax} of it tax
              </Trans>
            </Description>
          ))}
          {purchase.payment_type_name && (
            <Description term={<Trans>Payment method</Trans>}>
              {purchase.payment_type_name.name[locale]}
            </Description>
          )}
          <Description term={<Trans>Order number</Trans>}>
            {formatOrderNumber(purchase.order_number)}
          </Description>
          {issued && (
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
      </div>
      <div>
        <Button variant="outline" wide="onPhone" onClick={() => window.print()}>
          <Trans>Print the receipt</Trans>
        </Button>
      </div>
    </Card>
  );
}

/** How many were bought of each kind, at each price. */
function kindsIn(passports: PurchaseRecord['passports']) {
  const groups = new Map<string, { kind: SoldKind; each: number; count: number }>();
  for (const { kind, price } of passports) {
    const key = `${kind.id} ${price}`;
    groups.set(key, { kind, each: price, count: (groups.get(key)?.count ?? 0) + 1 });
  }
  return [...groups.values()];
}
type SoldKind = PurchaseRecord['passports'][number]['kind'];

// As on paper, also where the portal is dark.
const sheet = css({
  p: { base: '5', sm: '8' },
  border: '1px solid token(colors.line)',
  background: 'surface',
  _print: { border: '0', p: '0' },
});
const title = css({ fontSize: 'xl', fontWeight: 'bold', textAlign: 'center', mb: '4' });
const name = css({
  minHeight: '1lh',
  fontSize: 'lg',
  borderBottom: '1px solid token(colors.ink)',
  overflowWrap: 'anywhere',
});
const sum = css({
  my: '4',
  fontSize: '2xl',
  fontWeight: 'bold',
  textAlign: 'center',
  fontVariantNumeric: 'tabular-nums',
});
