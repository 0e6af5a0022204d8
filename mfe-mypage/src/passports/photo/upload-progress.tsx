import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Inline, Stack } from '@portal/kit/ui';
import type { ReactElement } from 'react';
import { css } from '#css';

type Props = {
  /** From 0 to 1. */
  readonly progress: number;
  readonly onCancel: () => void;
};

/** The progress of an upload, with a button to cancel it (design §7.8). */
export function UploadProgress({ progress, onCancel }: Props): ReactElement {
  const { t } = useLingui();
  const percent = Math.round(progress * 100);
  return (
    <Stack gap="xs">
      <p role="status">
        <Trans>Sending the photo</Trans>
      </p>
      <div className={progressRow}>
        <progress max={100} value={percent} aria-label={t`Sending the photo`} className={bar} />
        <span aria-hidden="true">{percent} %</span>
      </div>
      <Inline>
        <Button variant="outline" size="sm" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </Inline>
    </Stack>
  );
}

const progressRow = css({ display: 'flex', alignItems: 'center', gap: '3' });
const bar = css({ width: '12rem', maxWidth: 'full', accentColor: 'token(colors.accent)' });
