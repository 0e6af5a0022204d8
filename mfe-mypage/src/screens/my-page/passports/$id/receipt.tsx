import { Trans } from '@lingui/react/macro';
import type { Passport } from '@portal/shared-contract';
import { formatNumber } from '@portal/shared-i18n';
import { Card, Description, DescriptionList, Heading, Stack } from '@portal/shared-ui';
import type { ReactElement } from 'react';
import { DateText } from '../../../../passes/pass-dates.tsx';
import { StatusOfPass } from '../../../../passes/status-of-pass.tsx';

/**
 * What was bought and how it is paid; a pass that cost nothing has none. Once paid, it is what the
 * page prints, under the header's logo.
 */
export function Receipt({ pass }: { readonly pass: Passport }): ReactElement | null {
  if (!pass.payment_status_name) return null;
  const paid = pass.payment_status_name.code === 'paid';
  const price = formatNumber(pass.price, { style: 'currency', currency: 'JPY' });
  return (
    <Card data-print={paid || undefined}>
      <Stack gap="sm">
        <Heading>{paid ? <Trans>Receipt</Trans> : <Trans>Payment</Trans>}</Heading>
        <DescriptionList>
          <Description term={<Trans>Bought on</Trans>}>
            <DateText date={pass.created_at} />
          </Description>
          <Description term={<Trans>Price</Trans>}>
            <Trans>{price} (tax included)</Trans>
          </Description>
          {pass.payment_type_name && (
            <Description term={<Trans>Payment method</Trans>}>
              <StatusOfPass status={pass.payment_type_name} />
            </Description>
          )}
          <Description term={<Trans>Payment</Trans>}>
            <StatusOfPass status={pass.payment_status_name} />
          </Description>
          <Description term={<Trans>Order number</Trans>}>{pass.id}</Description>
        </DescriptionList>
      </Stack>
    </Card>
  );
}
