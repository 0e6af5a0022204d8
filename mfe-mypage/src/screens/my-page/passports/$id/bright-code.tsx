import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Icon } from '@portal/shared-ui';
import { type ReactElement, useEffect, useRef } from 'react';
import { css } from '#css';
import { RingedCode } from './code-face.tsx';
import type { Codes } from './use-codes.ts';

type Props = { readonly codes: Codes; readonly onClose: () => void };

/** The code as large and bright as the screen allows: for a gate's camera, and in sunlight. */
export function BrightCode({ codes, onClose }: Props): ReactElement {
  const { t } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
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
      <div className={codePlace}>{codes.shown && <RingedCode shown={codes.shown} />}</div>
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
  background: '#fff',
  color: '#23201c',
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
