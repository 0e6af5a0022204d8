import { useLingui } from '@lingui/react/macro';
import { Icon, NotificationLink, type NotificationLinkProps } from '@portal/shared-ui';
import type { ReactElement } from 'react';

/** A notification's link as a row, at whose end stands whether it opens a new tab. */
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
