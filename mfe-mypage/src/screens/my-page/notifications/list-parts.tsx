import { Trans, useLingui } from '@lingui/react/macro';
import { EmptyState, Icon, NotificationLink, type NotificationLinkProps } from '@portal/kit/ui';
import type { ReactElement } from 'react';

export function NoNotifications(): ReactElement {
  return (
    <EmptyState icon="bell" title={<Trans>There are no notifications yet</Trans>}>
      <Trans>News for members will appear here.</Trans>
    </EmptyState>
  );
}

export function NotificationRowLink({ children, ...props }: NotificationLinkProps): ReactElement {
  return (
    <NotificationLink {...props}>
      {children}
      {props.item.external_link !== undefined && <NewTabMark />}
    </NotificationLink>
  );
}

/** The same before it can be opened: only the code that opens it marks the notification read. */
export function PendingRowLink({ className, children }: NotificationLinkProps): ReactElement {
  return (
    <span className={className}>
      {children}
      <NewTabMark />
    </span>
  );
}

function NewTabMark(): ReactElement {
  const { t } = useLingui();
  return <Icon name="external" size="sm" label={t`opens in a new tab`} />;
}
