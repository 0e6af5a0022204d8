import { Trans } from '@lingui/react/macro';
import { type Passport, PERMISSION } from '@portal/shared-contract';
import { formatName } from '@portal/shared-i18n';
import { useLocale } from '@portal/shared-routing';
import { Card, Description, DescriptionList, Heading, Stack, Text } from '@portal/shared-ui';
import type { ReactElement } from 'react';
import { DateText, PassDates } from '../../../../passes/pass-dates.tsx';
import { StatusOfPass } from '../../../../passes/status-of-pass.tsx';

/** All that is known of a pass, in words. */
export function Facts({ pass }: { readonly pass: Passport }): ReactElement {
  const locale = useLocale();
  const { holder } = pass;
  return (
    <Card>
      <Stack gap="sm">
        <Heading>
          <Trans>Details</Trans>
        </Heading>
        {pass.ext_permission === PERMISSION.staff && (
          <Text tone="muted">
            <Trans>This is a staff passport. It costs nothing and cannot be transferred.</Trans>
          </Text>
        )}
        <DescriptionList>
          <Description term={<Trans>Status</Trans>}>
            <StatusOfPass status={pass.status_name} />
          </Description>
          {pass.transfer_status_name && (
            <Description term={<Trans>Transfer</Trans>}>
              <StatusOfPass status={pass.transfer_status_name} />
            </Description>
          )}
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
              <DateText date={holder.date_of_birth} />
            </Description>
          )}
          <Description term={<Trans>Period of use</Trans>}>
            <PassDates pass={pass} />
          </Description>
          <Description term={<Trans>Identity</Trans>}>
            {pass.confirmed_id_at ? (
              <Trans>
                Confirmed on <DateText date={pass.confirmed_id_at} />
              </Trans>
            ) : (
              <Trans>Not confirmed yet</Trans>
            )}
          </Description>
          {pass.ext_member_code && (
            <Description term={<Trans>Passport number</Trans>}>{pass.ext_member_code}</Description>
          )}
          {pass.physical_card_issued_at && (
            <Description term={<Trans>Physical card</Trans>}>
              <Trans>
                Issued on <DateText date={pass.physical_card_issued_at} />
              </Trans>
            </Description>
          )}
          {pass.canceled_at && (
            <Description term={<Trans>Cancelled on</Trans>}>
              <DateText date={pass.canceled_at} />
            </Description>
          )}
        </DescriptionList>
      </Stack>
    </Card>
  );
}
