import { Trans, useLingui } from '@lingui/react/macro';
import { type Notification, previewText } from '@portal/shared-contract';
import { formatDate } from '@portal/shared-i18n';
import { Icon, NotificationLink, VisuallyHidden } from '@portal/shared-ui';
import type { ReactElement, ReactNode } from 'react';
import { css } from '#css';

type Props = { readonly item: Notification; readonly onChoose: () => void };

/** A notification in the bell's list, as a link. */
export function BellItem({ item, onChoose }: Props): ReactElement {
  return (
    <NotificationLink item={item} className={link} onChoose={onChoose}>
      <Words item={item} />
    </NotificationLink>
  );
}

function Words({ item }: { readonly item: Notification }): ReactNode {
  const { t } = useLingui();
  const { title, body, published_date, read, external_link } = item;
  const unread = !read || undefined;
  return (
    <>
      <span className={dot} data-unread={unread} aria-hidden="true" />
      <span className={texts}>
        <time dateTime={published_date} className={quiet}>
          {formatDate(published_date)}
        </time>
        <span className={heading} data-unread={unread}>
          {unread && (
            <VisuallyHidden>
              <Trans>Unread:</Trans>{' '}
            </VisuallyHidden>
          )}
          {title}
          {external_link !== undefined && (
            <span className={mark}>
              <Icon name="external" size="sm" label={t`opens in a new tab`} />
            </span>
          )}
        </span>
        <span className={preview}>{previewText(body)}</span>
      </span>
    </>
  );
}

const link = css({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: '3',
  px: '4',
  py: '3',
  color: 'ink',
  _hover: { background: 'accent.soft' },
  // The scrolling list would clip an outline outside the link.
  _focusVisible: { outlineOffset: '-3px' },
});
const dot = css({
  width: '2',
  height: '2',
  mt: '2',
  borderRadius: 'full',
  '&[data-unread]': { background: 'accent', _forcedColors: { background: 'Highlight' } },
});
const texts = css({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '1',
  minWidth: '0',
});
const quiet = css({ fontSize: 'sm', color: 'ink.muted', fontVariantNumeric: 'tabular-nums' });
const heading = css({
  lineHeight: 'tight',
  color: 'ink.muted',
  overflowWrap: 'anywhere',
  '&[data-unread]': { color: 'ink', fontWeight: 'bold' },
});
const mark = css({ display: 'inline-block', marginInlineStart: '1', verticalAlign: 'middle' });
const preview = css({
  fontSize: 'sm',
  color: 'ink.muted',
  lineHeight: 'tight',
  overflowWrap: 'anywhere',
  lineClamp: '2',
});
