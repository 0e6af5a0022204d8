import { Trans, useLingui } from '@lingui/react/macro';
import type { Passport } from '@portal/shared-contract';
import { Button, Icon } from '@portal/shared-ui';
import type { ReactElement } from 'react';
import { CodeAtGate } from './code-at-gate.tsx';
import { FullScreenDialog } from './full-screen-dialog.tsx';
import type { GateCodes } from './use-gate-codes.ts';

type Props = {
  readonly passport: Passport;
  readonly codes: GateCodes;
  readonly onClose: () => void;
};

/** The QR code as large as the screen, on white, so that a gate's camera reads it in sunlight too. */
export function FullScreenQr({ passport, codes, onClose }: Props): ReactElement {
  const { t } = useLingui();
  return (
    <FullScreenDialog label={t`QR code for the gate`} onClose={onClose}>
      <CodeAtGate passport={passport} codes={codes} />
      <Button variant="outline" size="lg" onClick={onClose}>
        <Icon name="close" />
        <Trans>Close</Trans>
      </Button>
    </FullScreenDialog>
  );
}
