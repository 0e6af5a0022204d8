import { Trans, useLingui } from '@lingui/react/macro';
import type { Passport } from '@portal/kit/contract';
import { Button, Icon } from '@portal/kit/ui';
import type { ReactElement } from 'react';
import { css } from '#css';
import { CodeAtTurnstile } from './code-at-turnstile.tsx';
import { FIRST_IN_VIEW, FullScreenDialog } from './full-screen-dialog.tsx';
import type { TurnstileCodes } from './use-turnstile-codes.ts';

type Props = {
  readonly passport: Passport;
  readonly codes: TurnstileCodes;
  readonly onClose: () => void;
};

/** The QR code as large as the screen, on a white pane, so that a turnstile's camera reads it in sunlight too. */
export function FullScreenQr({ passport, codes, onClose }: Props): ReactElement {
  const { t } = useLingui();
  return (
    <FullScreenDialog label={t`QR code for the gate`} onClose={onClose}>
      <div className={place} {...FIRST_IN_VIEW}>
        <CodeAtTurnstile passport={passport} codes={codes} />
      </div>
      <Button variant="lift" size="lg" onClick={onClose}>
        <Icon name="close" />
        <Trans>Close</Trans>
      </Button>
    </FullScreenDialog>
  );
}

const place = css({
  display: 'grid',
  justifyItems: 'center',
  gap: '4',
  width: 'full',
  _focusVisible: { outline: 'none' },
});
