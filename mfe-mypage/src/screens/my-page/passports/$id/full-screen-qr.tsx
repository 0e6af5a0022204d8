import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Icon } from '@portal/shared-ui';
import { type ReactElement, useLayoutEffect, useRef } from 'react';
import { css } from '#css';
import { QrCodeWithTimer } from './qr-face.tsx';
import type { GateCodes } from './use-gate-codes.ts';

type Props = { readonly codes: GateCodes; readonly onClose: () => void };

/** The QR code as large as the screen, on white, so that a gate's camera reads it in sunlight too. */
export function FullScreenQr({ codes, onClose }: Props): ReactElement {
  const { t } = useLingui();
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
      aria-label={t`QR code for the gate`}
      className={screen}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={codePlace}>{codes.shown && <QrCodeWithTimer shown={codes.shown} />}</div>
      <Button variant="outline" size="lg" onClick={onClose}>
        <Icon name="close" />
        <Trans>Close</Trans>
      </Button>
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
    justifyContent: 'center',
    gap: '6',
  },
});
const codePlace = css({ width: 'min(94vw, 76dvh)' });
