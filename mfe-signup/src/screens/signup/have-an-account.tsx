import { Trans } from '@lingui/react/macro';
import { signIn } from '@portal/shared-auth';
import { href, useLocale } from '@portal/shared-routing';
import { Button } from '@portal/shared-ui';
import { type ReactElement, useState } from 'react';
import { css } from '#css';

/** The way for who has an account already. */
export function HaveAnAccount(): ReactElement {
  const locale = useLocale();
  const [busy, setBusy] = useState(false);

  async function go(): Promise<void> {
    setBusy(true);
    try {
      await signIn({ returnTo: href('/my-page', locale) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <p className={row}>
      <span>
        <Trans>Do you have an account already?</Trans>
      </span>
      <Button variant="outline" busy={busy} onClick={go}>
        <Trans>Sign in</Trans>
      </Button>
    </p>
  );
}

const row = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '3',
  pt: '5',
  borderTopWidth: '1px',
  borderColor: 'line',
});
