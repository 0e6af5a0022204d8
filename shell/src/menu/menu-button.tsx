import { useLingui } from '@lingui/react/macro';
import { MENU_PANEL } from '@portal/shared-contract/first-view';
import { Button, Icon } from '@portal/shared-ui';

/** The hamburger button. The browser opens the menu by it. */
export function MenuButton({ onNear }: { readonly onNear?: () => void }) {
  const { t } = useLingui();
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={t`Menu`}
      aria-haspopup="dialog"
      popoverTarget={MENU_PANEL}
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      <Icon name="menu" />
    </Button>
  );
}
