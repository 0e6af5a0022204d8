import { Dialog as ArkDialog } from '@ark-ui/react/dialog';
import { Portal } from '@ark-ui/react/portal';
import type { ReactElement, ReactNode } from 'react';
import { dialog } from '#styled/recipes/dialog.js';

// Ark sets this at each opening and takes it back at the close, and every element of the page inherits it.
// Where it is there already, nothing gets a new style.
const { documentElement } = document;
documentElement.style.setProperty(
  '--scrollbar-width',
  `${innerWidth - documentElement.clientWidth}px`,
);

export type DialogProps = {
  readonly open: boolean;
  /** Called by Escape and, unless `needsAnswer` is set, by a click outside. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** The description of the question. */
  readonly children?: ReactNode;
  /** The buttons; the one that continues comes last. */
  readonly actions: ReactNode;
  /** Requires an answer: a click outside does not close the dialog. */
  readonly needsAnswer?: boolean;
};

/** A modal dialog with a question. */
export function Dialog(props: DialogProps): ReactElement {
  const { open, onClose, title, children, actions, needsAnswer = false } = props;
  const styles = dialog();
  return (
    <ArkDialog.Root
      open={open}
      onOpenChange={(change) => !change.open && onClose()}
      role={needsAnswer ? 'alertdialog' : 'dialog'}
      closeOnInteractOutside={!needsAnswer}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <ArkDialog.Backdrop className={styles.veil} />
        <ArkDialog.Positioner className={styles.place}>
          <ArkDialog.Content className={styles.content}>
            <ArkDialog.Title className={styles.title}>{title}</ArkDialog.Title>
            {children && (
              <ArkDialog.Description asChild>
                <div className={styles.words}>{children}</div>
              </ArkDialog.Description>
            )}
            <div className={styles.actions}>{actions}</div>
          </ArkDialog.Content>
        </ArkDialog.Positioner>
      </Portal>
    </ArkDialog.Root>
  );
}
