import { Trans } from '@lingui/react/macro';
import { type Notification, previewText } from '@portal/shared-contract';
import { publishedDate } from '@portal/shared-i18n';
import type { ReactNode } from 'react';
import { notificationSummary } from '#styled/recipes/notification-summary.js';
import { VisuallyHidden } from '../visually-hidden.tsx';

export type NotificationSummaryProps = {
  readonly item: Notification;
  /** Stands behind the title, such as the icon of a new tab. */
  readonly mark?: ReactNode;
};

/** A notification in a list. An unread one has a dot, bold type and a hidden text for screen readers. */
export function NotificationSummary({ item, mark }: NotificationSummaryProps) {
  const { title, body, published_date, read } = item;
  const unread = !read || undefined;
  const styles = notificationSummary();
  return (
    <>
      <span className={styles.dot} data-unread={unread} aria-hidden="true" />
      <span className={styles.texts}>
        <time dateTime={published_date} className={styles.date}>
          {publishedDate(published_date)}
        </time>
        <span className={styles.title} data-unread={unread}>
          {unread && (
            <VisuallyHidden>
              <Trans>Unread:</Trans>{' '}
            </VisuallyHidden>
          )}
          {title}
          {mark}
        </span>
        <span className={styles.preview}>{previewText(body)}</span>
      </span>
    </>
  );
}
