import { Trans } from '@lingui/react/macro';
import { authStore, sessionNoticeAtom } from '@portal/shared-auth';
import { Banner, Button } from '@portal/shared-ui';
import { useAtomValue } from 'jotai';
import { type ReactElement, useState } from 'react';
import { css } from '#css';

/**
 * The notice shown while the identity provider is unreachable; the session is kept (product §10).
 */
export function SessionNotice(): ReactElement | null {
  const notice = useAtomValue(sessionNoticeAtom, { store: authStore });
  const [busy, setBusy] = useState(false);
  if (!notice) return null;

  async function retry(): Promise<void> {
    setBusy(true);
    try {
      await notice?.retry();
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={place}>
      <Banner
        tone="warning"
        action={
          <Button size="sm" variant="outline" busy={busy} onClick={retry}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        <Trans>
          We could not confirm that you are signed in because the connection failed. What you have
          entered has been kept.
        </Trans>
      </Banner>
    </div>
  );
}

const place = css({ width: 'full', maxWidth: 'wide', mx: 'auto', px: '4', pt: '4' });
