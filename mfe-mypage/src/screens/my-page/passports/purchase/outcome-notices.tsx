import { Trans } from '@lingui/react/macro';
import { Banner, LinkButton } from '@portal/kit/ui';
import type { ReactElement } from 'react';

/** For an order whose answer did not arrive. */
export function OutcomeUnknownNotice(): ReactElement {
  return (
    <Banner
      tone="warning"
      title={<Trans>We do not know yet whether your purchase went through</Trans>}
    >
      <span role="alert">
        <Trans>Send it again: you buy once and pay once, however often you send it.</Trans>
      </span>
    </Banner>
  );
}

/** For a renewal that the server no longer accepts: it was bought elsewhere, or the last day is over. */
export function NotRenewableNotice(): ReactElement {
  return (
    <Banner
      tone="info"
      title={<Trans>There is no passport to renew</Trans>}
      action={
        <LinkButton to="/my-page">
          <Trans>Go to Home</Trans>
        </LinkButton>
      }
    >
      <Trans>
        A passport can be renewed once, in the 30 days before its last day, while its kind is on
        sale.
      </Trans>
    </Banner>
  );
}

/** For an order whose price the operator has changed since it was shown. */
export function PriceChangedNotice(): ReactElement {
  return (
    <Banner tone="warning" title={<Trans>The price has changed</Trans>}>
      <span role="alert">
        <Trans>Nothing was bought. Check the new price, then buy it.</Trans>
      </span>
    </Banner>
  );
}

/** For an order that another tab has already sent with the same idempotency key. */
export function AlreadyBoughtNotice(): ReactElement {
  return (
    <Banner
      tone="info"
      title={<Trans>You have already bought this</Trans>}
      action={
        <LinkButton to="/my-page">
          <Trans>Go to Home</Trans>
        </LinkButton>
      }
    >
      <Trans>You can find it under Passports.</Trans>
    </Banner>
  );
}
