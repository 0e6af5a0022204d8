import { Dialog } from '@ark-ui/react/dialog';
import { Portal } from '@ark-ui/react/portal';
import { useLingui } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import { drawer } from '#styled/recipes/drawer.js';
import { Icon } from '../icon.tsx';

export type DrawerProps = {
  readonly open: boolean;
  /** Called by the close icon, Escape and a click outside. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children: ReactNode;
};

/**
 * A panel that slides in from the right (design §3.3). It traps the focus while it is open and
 * gives it back on closing.
 */
export function Drawer({ open, onClose, title, children }: DrawerProps): ReactElement {
  const { t } = useLingui();
  const styles = drawer();
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(change) => !change.open && onClose()}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Dialog.Backdrop className={styles.veil} />
        <Dialog.Positioner className={styles.place}>
          <Dialog.Content className={styles.content}>
            <div className={styles.head}>
              <Dialog.Title className={styles.title}>{title}</Dialog.Title>
              <Dialog.CloseTrigger aria-label={t`Close`} className={styles.close}>
                <Icon name="close" />
              </Dialog.CloseTrigger>
            </div>
            <div className={styles.body}>{children}</div>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
