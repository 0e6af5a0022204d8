import { Dialog } from '@ark-ui/react/dialog';
import { useLingui } from '@lingui/react/macro';
import { Activity, type ReactElement, type ReactNode } from 'react';
import { drawer } from '#styled/recipes/drawer.js';
import { Icon } from '../icon.tsx';
import { Modal } from './modal.tsx';

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
    <Modal open={open} onClose={onClose} styles={styles} drawnAhead>
      <div className={styles.head}>
        <Dialog.Title className={styles.title}>{title}</Dialog.Title>
        <Dialog.CloseTrigger aria-label={t`Close`} className={styles.close}>
          <Icon name="close" />
        </Dialog.CloseTrigger>
      </div>
      <div className={styles.body}>
        {/* Drawn while nothing else is to be done, also when it changes. */}
        <Activity mode={open ? 'visible' : 'hidden'}>{children}</Activity>
      </div>
    </Modal>
  );
}
