import type { Notification } from '@portal/kit/contract';
import { NotificationSummary } from '@portal/kit/ui/notification-summary';
import type { ReactElement } from 'react';
import { css } from '#css';
import { NotificationRowLink } from './notification-row-link.tsx';

/** A notification in the list, as a link. */
export function NotificationRow({ item }: { readonly item: Notification }): ReactElement {
  return (
    <NotificationRowLink item={item} className={link}>
      <NotificationSummary item={item} />
    </NotificationRowLink>
  );
}

const link = css({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  gap: '3',
  alignItems: 'start',
  px: { base: '1', sm: '2' },
  py: '4',
  color: 'ink',
  _hover: { background: 'accent.soft' },
});
