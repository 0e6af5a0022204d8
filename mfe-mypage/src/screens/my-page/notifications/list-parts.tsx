import { Trans, useLingui } from '@lingui/react/macro';
import { EmptyState, Icon, NotificationLink, type NotificationLinkProps } from '@portal/kit/ui';

export function NoNotifications() {
  return (
    <EmptyState icon="bell" title={<Trans>There are no notifications yet</Trans>}>
      <Trans>News for members will appear here.</Trans>
    </EmptyState>
  );
}

export function NotificationRowLink({ children, ...props }: NotificationLinkProps) {
  return (
    <NotificationLink {...props}>
      {children}
      {props.item.external_link !== undefined && <NewTabMark />}
    </NotificationLink>
  );
}

/** The same before it can be opened: only the code that opens it marks the notification read. */
export function PendingRowLink({ className, children }: NotificationLinkProps) {
  return (
    <span className={className}>
      {children}
      <NewTabMark />
    </span>
  );
}

function NewTabMark() {
  const { t } = useLingui();
  return <Icon name="external" size="sm" label={t`opens in a new tab`} />;
}
