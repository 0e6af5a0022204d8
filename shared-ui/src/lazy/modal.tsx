import { Dialog } from '@ark-ui/react/dialog';
import { Portal } from '@ark-ui/react/portal';
import type { ReactElement, ReactNode } from 'react';

type Props = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly styles: { readonly veil: string; readonly place: string; readonly content: string };
  readonly children: ReactNode;
  /** Requires an answer: a click outside does not close it. */
  readonly needsAnswer?: boolean;
  /** Stands hidden in the page before it opens, so that it opens at once. */
  readonly drawnAhead?: boolean;
};

// Ark sets this at each opening and takes it back at the close, and every element of the page inherits it.
// Where it is there already, nothing gets a new style.
const { documentElement } = document;
documentElement.style.setProperty(
  '--scrollbar-width',
  `${innerWidth - documentElement.clientWidth}px`,
);

/** What a dialog and a drawer have in common: a veil over the page, and a panel with the focus. */
export function Modal(props: Props): ReactElement {
  const { open, onClose, styles, children, needsAnswer = false, drawnAhead = false } = props;
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(change) => !change.open && onClose()}
      role={needsAnswer ? 'alertdialog' : 'dialog'}
      closeOnInteractOutside={!needsAnswer}
      lazyMount={!drawnAhead}
      unmountOnExit={!drawnAhead}
    >
      <Portal>
        <Dialog.Backdrop className={styles.veil} />
        <Dialog.Positioner className={styles.place}>
          <Dialog.Content className={styles.content}>{children}</Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
