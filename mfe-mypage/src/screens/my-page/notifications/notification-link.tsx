import { useLingui } from '@lingui/react/macro';
import { openNotification } from '@portal/shared-auth';
import type { Notification } from '@portal/shared-contract';
import { LocaleLink } from '@portal/shared-routing';
import { Icon } from '@portal/shared-ui';
import type { ReactElement, ReactNode } from 'react';

/** A press of it opens a link in a new tab by itself. */
const MIDDLE_BUTTON = 1;

export type NotificationLinkProps = {
  readonly item: Notification;
  readonly className: string;
  readonly children: ReactNode;
};

/** Spec §4: with an external link it opens that in a new tab and counts as read; else its own page. */
export function NotificationLink({
  item,
  className,
  children,
}: NotificationLinkProps): ReactElement {
  const { t } = useLingui();
  if (item.external_link === undefined) {
    return (
      <LocaleLink to={`/my-page/notifications/${item.id}`} className={className}>
        {children}
      </LocaleLink>
    );
  }
  const open = () => void openNotification(item);
  return (
    <a
      href={item.external_link}
      target="_blank"
      rel="noopener noreferrer"
      className={className}
      onClick={open}
      onAuxClick={({ button }) => button === MIDDLE_BUTTON && open()}
    >
      {children}
      <Icon name="external" size="sm" label={t`opens in a new tab`} />
    </a>
  );
}
