import { useLingui } from '@lingui/react/macro';
import { BELL_PANEL, badgeText } from '@portal/shared-contract/first-view';
import { Button, Icon, VisuallyHidden } from '@portal/shared-ui';
import { css } from '#css';

type Props = {
  readonly unread: number;
  /** The button is likely to be pressed soon. */
  readonly onNear?: () => void;
};

/** The notification bell with its count. The browser opens the panel by it. */
export function BellButton({ unread, onNear }: Props) {
  const { t } = useLingui();
  return (
    <Button
      variant="ghost"
      size="icon"
      popoverTarget={BELL_PANEL}
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      <Icon name="bell" />
      <VisuallyHidden>
        {unread > 0 ? t`Notifications, ${unread} unread` : t`Notifications`}
      </VisuallyHidden>
      {unread > 0 && (
        <span className={badge} aria-hidden="true">
          {badgeText(unread)}
        </span>
      )}
    </Button>
  );
}

const badge = css({
  position: 'absolute',
  top: '0.5',
  insetInlineEnd: '0',
  minWidth: '5',
  px: '1',
  borderRadius: 'full',
  background: 'danger',
  color: 'danger.on',
  fontSize: 'sm',
  fontWeight: 'bold',
  lineHeight: 'tight',
  textAlign: 'center',
  _forcedColors: { border: '1px solid CanvasText' },
});
