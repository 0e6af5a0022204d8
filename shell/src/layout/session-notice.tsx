import { Trans } from '@lingui/react/macro';
import { authStore, isAwayAtom, sessionNoticeAtom } from '@portal/shared-auth';
import { sentenceGap } from '@portal/shared-i18n';
import { hasDraft } from '@portal/shared-routing';
import { Banner, Button } from '@portal/shared-ui';
import { useAtomValue } from 'jotai';
import { lazy, Suspense, useState } from 'react';
import { css } from '#css';

// Nobody with a connection sees it.
const AwayNotice = lazy(async () => ({
  default: (await import('../away/away-notice.tsx')).AwayNotice,
}));

/** Says that the provider cannot be reached, or that the browser stores no sign-in. */
export function SessionNotice() {
  const notice = useAtomValue(sessionNoticeAtom, { store: authStore });
  const isAway = useAtomValue(isAwayAtom, { store: authStore });
  const [busy, setBusy] = useState(false);
  if (isAway) {
    return (
      <Suspense>
        <AwayNotice />
      </Suspense>
    );
  }
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
        {notice.kind === 'not_stored' ? (
          <Trans>
            You can’t sign in because this browser stores nothing for this site. Allow site data and
            cookies in its settings, or free up space on your device.
          </Trans>
        ) : (
          <Trans>We could not confirm that you are signed in because the connection failed.</Trans>
        )}
        {sentenceGap()}
        <DraftNote />
      </Banner>
    </div>
  );
}

/** Says that what was typed is kept, where something is. */
export function DraftNote() {
  return hasDraft() ? <Trans>What you entered has been kept.</Trans> : null;
}

const place = css({ width: 'full', maxWidth: 'wide', mx: 'auto', px: '4', pt: '4' });
