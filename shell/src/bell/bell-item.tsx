import { useLingui } from '@lingui/react/macro';
import type { Notification } from '@portal/shared-contract';
import { Icon, NotificationLink } from '@portal/shared-ui';
import { NotificationSummary } from '@portal/shared-ui/notification-summary';
import type { ReactElement } from 'react';
import { css } from '#css';

type Props = { readonly item: Notification; readonly onChoose: () => void };

/** A notification in the bell's list, as a link. */
export function BellItem({ item, onChoose }: Props): ReactElement {
  const { t } = useLingui();
  return (
    <NotificationLink item={item} className={link} onChoose={onChoose}>
      <NotificationSummary
        item={item}
        mark={
          item.external_link !== undefined && (
            <span className={mark}>
              <Icon name="external" size="sm" label={t`opens in a new tab`} />
            </span>
          )
        }
      />
    </NotificationLink>
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
const mark = css({ display: 'inline-block', marginInlineStart: '1', verticalAlign: 'middle' });
