import { Trans } from '@lingui/react/macro';
import { type Notification, previewText } from '@portal/shared-contract';
import { formatDate } from '@portal/shared-i18n';
import { VisuallyHidden } from '@portal/shared-ui';
import type { ReactElement } from 'react';
import { css } from '#css';
import { NotificationRowLink } from './notification-row-link.tsx';

/** Date, title and preview. An unread one has a dot, bold type and a hidden text for screen readers. */
export function NotificationRow({ item }: { readonly item: Notification }): ReactElement {
  const { title, body, published_date, read } = item;
  const unread = !read || undefined;
  return (
    <NotificationRowLink item={item} className={link}>
      <span className={dot} data-unread={unread} aria-hidden="true" />
      <span className={texts}>
        <time dateTime={published_date} className={date}>
          {formatDate(published_date)}
        </time>
        <span className={heading} data-unread={unread}>
          {unread && (
            <VisuallyHidden>
              <Trans>Unread:</Trans>{' '}
            </VisuallyHidden>
          )}
          {title}
        </span>
        <span className={preview}>{previewText(body)}</span>
      </span>
    </NotificationRowLink>
  );
}

const link = css({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  gap: '3',
  alignItems: 'start',
  px: { base: '4', sm: '5' },
  py: '4',
  color: 'ink',
  _hover: { background: 'accent.soft' },
  // The list has `overflow: hidden`, which would clip an outline outside the row.
  _focusVisible: { outlineOffset: '-3px' },
});
const dot = css({
  width: '2',
  height: '2',
  mt: '2',
  borderRadius: 'full',
  '&[data-unread]': { background: 'accent', _forcedColors: { background: 'Highlight' } },
});
const texts = css({ display: 'grid', gap: '1', minWidth: '0' });
const date = css({ fontSize: 'sm', color: 'ink.muted', fontVariantNumeric: 'tabular-nums' });
const heading = css({
  lineHeight: 'tight',
  color: 'ink.muted',
  overflowWrap: 'anywhere',
  '&[data-unread]': { color: 'ink', fontWeight: 'bold' },
});
const preview = css({
  fontSize: 'sm',
  color: 'ink.muted',
  lineHeight: 'tight',
  overflowWrap: 'anywhere',
  lineClamp: '2',
});
