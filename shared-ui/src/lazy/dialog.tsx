import { Dialog as ArkDialog } from '@ark-ui/react/dialog';
import { Portal } from '@ark-ui/react/portal';
import { type ReactNode, useId } from 'react';
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
  /** The question, which describes the dialog unless it has fields. */
  readonly children?: ReactNode;
  /** The buttons; the one that continues comes last. */
  readonly actions: ReactNode;
  /** Requires an answer: a click outside does not close the dialog. */
  readonly needsAnswer?: boolean;
};

const CONTROLS = 'input, select, textarea, button, [role=listbox], [role=spinbutton]';

/** Describes the dialog by its words before the focus comes, unless these are fields, whose labels would be read twice. */
function describe(words: HTMLDivElement | null): void {
  const content = words?.parentElement;
  if (words?.querySelector(CONTROLS)) content?.removeAttribute('aria-describedby');
  else if (words) content?.setAttribute('aria-describedby', words.id);
}

export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, actions, needsAnswer = false } = props;
  const styles = dialog();
  const words = useId();
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
          {/* A value of our own that stays the same: Ark would take away what it did not set. */}
          <ArkDialog.Content
            aria-describedby={children ? words : undefined}
            className={styles.content}
          >
            <ArkDialog.Title className={styles.title}>{title}</ArkDialog.Title>
            {children && (
              <div
                id={words}
                // Again whenever other words come in their place.
                ref={(place) => describe(place)}
                className={styles.words}
              >
                {children}
              </div>
            )}
            <div className={styles.actions}>{actions}</div>
          </ArkDialog.Content>
        </ArkDialog.Positioner>
      </Portal>
    </ArkDialog.Root>
  );
}
