import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Inline, Stack } from '@portal/shared-ui';
import type { ReactElement } from 'react';
import { css } from '#css';

type Props = {
  /** From 0 to 1. */
  readonly share: number;
  readonly onStop: () => void;
};

/** How much of the photo has left the device. */
export function Sending({ share, onStop }: Props): ReactElement {
  const { t } = useLingui();
  const percent = Math.round(share * 100);
  return (
    <Stack gap="xs">
      <p role="status">
        <Trans>Sending the photo</Trans>
      </p>
      <div className={progressRow}>
        <progress
          max={100}
          value={percent}
          aria-label={t`Sending the photo`}
          className={progress}
        />
        <span aria-hidden="true">{percent} %</span>
      </div>
      <Inline>
        <Button variant="outline" size="sm" onClick={onStop}>
          <Trans>Cancel</Trans>
        </Button>
      </Inline>
    </Stack>
  );
}

const progressRow = css({ display: 'flex', alignItems: 'center', gap: '3' });
const progress = css({ width: '12rem', maxWidth: 'full', accentColor: 'token(colors.accent)' });
