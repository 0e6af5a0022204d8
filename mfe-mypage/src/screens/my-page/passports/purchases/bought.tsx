import { Trans } from '@lingui/react/macro';
import { formatOrderNumber, type PurchaseRecord } from '@portal/kit/contract';
import { Text } from '@portal/kit/ui';
import { OrderSlip } from '../../../../passports/order-slip.tsx';
import { PassportStatus } from '../../../../passports/passport-status.tsx';

export function Bought({ purchase }: { readonly purchase: PurchaseRecord }) {
  const lines = purchase.passports.map((passport) => ({
    names: passport.holder,
    kind: passport.kind,
    price: passport.price,
    designId: passport.design_id,
    start: passport.usage_start_date,
    end: passport.ext_expiration_date,
    to: `/my-page/passports/${passport.id}` as const,
    more: <PassportStatus status={passport.state_name} />,
  }));
  return (
    <>
      <Text size="sm" tone="muted">
        <Trans>Order number</Trans> {formatOrderNumber(purchase.order_number)}
      </Text>
      <OrderSlip lines={lines} />
    </>
  );
}
