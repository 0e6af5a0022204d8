import { Trans } from '@lingui/react/macro';
import { signIn } from '@portal/shared-auth';
import { href, useLocale } from '@portal/shared-routing';
import { Button, type ButtonProps, type WordsLook } from '@portal/shared-ui';
import { useState } from 'react';

type Props = Pick<ButtonProps, 'wide'> &
  WordsLook & {
    /** The portal's path to return to; the home page by default. */
    readonly returnTo?: string | undefined;
  };

/** Goes to the identity provider's sign-in page. */
export function SignInButton({ returnTo, ...look }: Props) {
  const locale = useLocale();
  const [busy, setBusy] = useState(false);

  async function go(): Promise<void> {
    setBusy(true);
    try {
      await signIn({ returnTo: returnTo ?? href('/my-page', locale) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button {...look} busy={busy} onClick={go}>
      <Trans>Sign in</Trans>
    </Button>
  );
}
