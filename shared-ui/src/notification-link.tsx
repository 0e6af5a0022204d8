import { openNotification } from '@portal/shared-auth';
import type { Notification } from '@portal/shared-contract';
import { LocaleLink } from '@portal/shared-routing';
import type { ReactElement, ReactNode } from 'react';

/** A press of it opens a link in a new tab by itself. */
const MIDDLE_BUTTON = 1;

export type NotificationLinkProps = {
  readonly item: Notification;
  readonly className: string;
  readonly children: ReactNode;
  /** It has been followed. */
  readonly onChoose?: (() => void) | undefined;
};

/**
 * Spec §4: with an external link it opens that in a new tab and counts as read; else its own page.
 * That a new tab opens is said by the children.
 */
export function NotificationLink(props: NotificationLinkProps): ReactElement {
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
