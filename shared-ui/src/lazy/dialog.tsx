import { Dialog as ArkDialog } from '@ark-ui/react/dialog';
import type { ReactElement, ReactNode } from 'react';
import { dialog } from '#styled/recipes/dialog.js';
import { Modal } from './modal.tsx';

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
    <Modal open={open} onClose={onClose} styles={styles} needsAnswer={needsAnswer}>
      <ArkDialog.Title className={styles.title}>{title}</ArkDialog.Title>
      {children && (
        <ArkDialog.Description asChild>
          <div className={styles.words}>{children}</div>
        </ArkDialog.Description>
      )}
      <div className={styles.actions}>{actions}</div>
    </Modal>
  );
}
