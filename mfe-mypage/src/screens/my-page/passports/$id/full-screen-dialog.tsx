import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from 'react';
import { css } from '#css';

type Props = {
  /** What a screen reader calls it. */
  readonly label: string;
  readonly onClose: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
};

/** A white layer over the whole screen, in the dark appearance too, so that a camera reads what is on it. */
export function FullScreenDialog({ label, onClose, onKeyDown, children }: Props): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect: its clean-up runs while the dialog is still in the document.
  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
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
  background: 'fixed.white',
  color: 'fixed.ink',
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
