import { Trans, useLingui } from '@lingui/react/macro';
import { markAllRead, unreadCountAtom, useSession } from '@portal/kit/auth';
import { errorText } from '@portal/kit/i18n';
import { Banner, Button, pageHeading, toast } from '@portal/kit/ui';
import { type ReactElement, useState } from 'react';
import { css } from '#css';

/** A button that marks all as read. It shows only while something is unread. */
export function MarkAllRead(): ReactElement | null {
  const { t, i18n } = useLingui();
  const unread = useSession(unreadCountAtom);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (unread === 0) return null;

  async function mark(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    const answer = await markAllRead();
    setBusy(false);
    if (answer.ok) {
      // The button disappears, so the heading takes the focus.
      pageHeading()?.focus();
      toast(t`All notifications are marked as read.`);
    } else {
      setProblem(i18n._(errorText('code' in answer.error ? answer.error.code : answer.error.kind)));
    }
  }

  return (
    <>
      <Button variant="outline" size="sm" busy={busy} onClick={mark}>
        <Trans>Mark all as read</Trans>
      </Button>
      {problem && (
        <div className={css({ width: 'full' })}>
          <Banner tone="danger">{problem}</Banner>
        </div>
      )}
    </>
  );
}
