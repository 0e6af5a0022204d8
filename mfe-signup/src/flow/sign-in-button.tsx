import { Trans } from '@lingui/react/macro';
import { signIn } from '@portal/shared-auth';
import { Button } from '@portal/shared-ui';
import { type ReactElement, useState } from 'react';

type Props = {
  readonly variant?: 'solid' | 'outline';
  /** Known already, so that the sign-in does not ask for it again. */
  readonly email?: string | undefined;
};

/** To the identity provider's sign-in, and from there to the stored address, or home. */
export function SignInButton({ variant = 'solid', email }: Props): ReactElement {
  const [busy, setBusy] = useState(false);

  async function go(): Promise<void> {
    setBusy(true);
    try {
      // OpenID Connect Core §3.1.2.1.
      await signIn(email === undefined ? {} : { extras: { login_hint: email } });
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
