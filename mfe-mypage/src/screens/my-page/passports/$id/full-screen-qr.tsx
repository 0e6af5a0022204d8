import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Icon } from '@portal/shared-ui';
import type { ReactElement } from 'react';
import { css } from '#css';
import { FullScreenDialog } from './full-screen-dialog.tsx';
import { QrCodeWithTimer } from './qr-face.tsx';
import type { GateCodes } from './use-gate-codes.ts';

type Props = { readonly codes: GateCodes; readonly onClose: () => void };

/** The QR code as large as the screen, on white, so that a gate's camera reads it in sunlight too. */
export function FullScreenQr({ codes, onClose }: Props): ReactElement {
  const { t } = useLingui();
  return (
    <FullScreenDialog label={t`QR code for the gate`} onClose={onClose}>
      <div className={codePlace}>{codes.shown && <QrCodeWithTimer shown={codes.shown} />}</div>
      <Button variant="outline" size="lg" onClick={onClose}>
        <Icon name="close" />
        <Trans>Close</Trans>
      </Button>
    </FullScreenDialog>
  );
}

const codePlace = css({ width: 'min(94vw, 76dvh)' });
