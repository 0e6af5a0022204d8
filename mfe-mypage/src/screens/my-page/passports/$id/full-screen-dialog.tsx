import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from 'react';
import { css } from '#css';

type Props = {
  readonly label: string;
  readonly onClose: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
};

/** What takes the focus when the layer opens: what stands in it, not its buttons. */
export const FIRST_IN_VIEW = { tabIndex: -1, 'data-first-in-view': '' } as const;

/** A dark layer over the whole screen, the same in both appearances, on which a code's white pane stands. */
export function FullScreenDialog({ label, onClose, onKeyDown, children }: Props): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect: its clean-up runs while the dialog is still in the document.
  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    // Not the button that closes it, above which the code would be out of sight where the page is enlarged.
    element?.querySelector<HTMLElement>('[data-first-in-view]')?.focus();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      className={screen}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </dialog>
  );
}

const screen = css({
  position: 'fixed',
  inset: '0',
  width: '100vw',
  height: '100dvh',
  maxWidth: 'none',
  maxHeight: 'none',
  m: '0',
  p: '4',
  border: '0',
  background: 'fixed.ground',
  color: 'fixed.white',
  forcedColorAdjust: 'none',
  '&[open]': {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    // With text at 200 % it scrolls from its top.
    justifyContent: 'safe center',
    gap: '6',
  },
});
