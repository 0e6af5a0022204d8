import { Dialog as ArkDialog } from '@ark-ui/react/dialog';
import { Portal } from '@ark-ui/react/portal';
import type { ReactElement, ReactNode } from 'react';
import { dialog } from '#styled/recipes/dialog.js';

export type DialogProps = {
  readonly open: boolean;
  /** Called by Escape and, unless an answer is needed, by a press outside. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** What the question is about. */
  readonly children?: ReactNode;
  /** The buttons, the one that leads on last. */
  readonly actions: ReactNode;
  /** A question that wants an answer: a press outside does not close it. */
  readonly needsAnswer?: boolean;
};

/** A question in the middle of the page. */
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
