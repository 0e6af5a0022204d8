import { Trans } from '@lingui/react/macro';
import { signIn } from '@portal/shared-auth';
import { href, useLocale } from '@portal/shared-routing';
import { Button } from '@portal/shared-ui';
import { type ReactElement, useState } from 'react';

type Props = { readonly variant?: 'solid' | 'outline' };

/** To the identity provider's sign-in, and from there home. */
export function SignInButton({ variant = 'solid' }: Props): ReactElement {
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
    <Button variant={variant} busy={busy} onClick={() => void go()}>
      <Trans>Sign in</Trans>
    </Button>
  );
}
