import { openNotification } from '@portal/shared-auth';
import type { Notification } from '@portal/shared-contract';
import { LocaleLink } from '@portal/shared-routing';
import type { ReactNode } from 'react';

/** The browser opens a link in a new tab by itself when this button is clicked. */
const MIDDLE_BUTTON = 1;

export type NotificationLinkProps = {
  readonly item: Notification;
  readonly className: string;
  readonly children: ReactNode;
  readonly onChoose?: (() => void) | undefined;
};

/** To the external link in a new tab, which marks it read, or to the page. The children must say so of a new tab. */
export function NotificationLink(props: NotificationLinkProps) {
  const { item, className, children, onChoose } = props;
  if (item.external_link === undefined) {
    return (
      <LocaleLink to={`/my-page/notifications/${item.id}`} className={className} onClick={onChoose}>
        {children}
      </LocaleLink>
    );
  }
  function open(): void {
    void openNotification(item);
    onChoose?.();
  }
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
    </a>
  );
}
