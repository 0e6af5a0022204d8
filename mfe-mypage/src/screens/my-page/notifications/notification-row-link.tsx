import { useLingui } from '@lingui/react/macro';
import { Icon, NotificationLink, type NotificationLinkProps } from '@portal/shared-ui';
import type { ReactElement } from 'react';

/** A notification's link as a row, with an icon if it opens in a new tab (product §4.33). */
export function NotificationRowLink({ children, ...props }: NotificationLinkProps): ReactElement {
  const { t } = useLingui();
  return (
    <NotificationLink {...props}>
      {children}
      {props.item.external_link !== undefined && (
        <Icon name="external" size="sm" label={t`opens in a new tab`} />
      )}
    </NotificationLink>
  );
}
