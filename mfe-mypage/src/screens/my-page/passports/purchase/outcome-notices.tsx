import { Trans } from '@lingui/react/macro';
import { Banner, LinkButton } from '@portal/kit/ui';
import type { ReactElement, ReactNode } from 'react';

type Props = { readonly title: ReactNode; readonly children: ReactNode };

/** Of an order that can be sent, or sent again. */
function OpenNotice({ title, children }: Props): ReactElement {
  return (
    <Banner tone="warning" title={title}>
      <span role="alert">{children}</span>
    </Banner>
  );
}

/** For an order whose answer did not arrive. */
export const OutcomeUnknownNotice = (): ReactElement => (
  <OpenNotice title={<Trans>We do not know yet whether your purchase went through</Trans>}>
    <Trans>Send it again: you buy once and pay once, however often you send it.</Trans>
  </OpenNotice>
);

export const PriceChangedNotice = (): ReactElement => (
  <OpenNotice title={<Trans>The price has changed</Trans>}>
    <Trans>Nothing was bought. Check the new price, then buy it.</Trans>
  </OpenNotice>
);

/** Of an order with which nothing is left to do. */
function EndNotice({ title, children }: Props): ReactElement {
  return (
    <Banner
      tone="info"
      title={title}
      action={
        <LinkButton to="/my-page">
          <Trans>Go to Home</Trans>
        </LinkButton>
      }
    >
      {children}
    </Banner>
  );
}

/** For a renewal that the server no longer accepts: it was bought elsewhere, or the last day is over. */
export const NotRenewableNotice = (): ReactElement => (
  <EndNotice title={<Trans>There is no passport to renew</Trans>}>
    <Trans>
      A passport can be renewed once, in the 30 days before its last day, while its kind is on sale.
    </Trans>
  </EndNotice>
);

/** For an order that another tab has already sent with the same idempotency key. */
export const AlreadyBoughtNotice = (): ReactElement => (
  <EndNotice title={<Trans>You have already bought this</Trans>}>
    <Trans>You can find it under Passports.</Trans>
  </EndNotice>
);
