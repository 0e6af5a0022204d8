import { Trans } from '@lingui/react/macro';
import type { User } from '@portal/kit/contract';
import { formatName } from '@portal/kit/i18n';
import { useGo, useLocale } from '@portal/kit/routing';
import { Button, Card, Description, DescriptionList, Stack, Text } from '@portal/kit/ui';
import type { ReactElement } from 'react';
import { newPassportDates, PassportDates } from '../../../../passports/passport-dates.tsx';
import { purchaseFlow, STEPS } from './flow.ts';
import { shownOf } from './order-slip.tsx';
import { kindsOf, PurchaseBar } from './purchase-bar.tsx';

/** First step of a renewal: who and when follow from the passport that it renews. */
export function RenewedHolder({ member }: { readonly member: User }): ReactElement {
  const locale = useLocale();
  const go = useGo();
  const { names, start, end } = shownOf(purchaseFlow.state().choices, member);
  return (
    <Stack gap="lg">
      <Text>
        <Trans>A renewal is for the same person, from the day after the last day.</Trans>
      </Text>
      <Card>
        <DescriptionList>
          <Description term={<Trans context="of a passport">Holder</Trans>}>
            {formatName(names, { locale })}
          </Description>
          <Description term={<Trans context="how long">Valid</Trans>}>
            <PassportDates passport={newPassportDates(start, end)} />
          </Description>
        </DescriptionList>
      </Card>
      <PurchaseBar kinds={kindsOf(purchaseFlow.state())}>
        <Button onClick={() => go(STEPS.design)}>
          <Trans>Next</Trans>
        </Button>
      </PurchaseBar>
    </Stack>
  );
}
