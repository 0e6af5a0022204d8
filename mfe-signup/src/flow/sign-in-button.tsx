import { Trans } from '@lingui/react/macro';
import { signIn } from '@portal/kit/auth';
import { DEVICE_TOKEN_PARAMETER } from '@portal/kit/contract';
import { Button } from '@portal/kit/ui';
import { useState } from 'react';

type Props = {
  readonly variant?: 'solid' | 'outline';
  /** The address, if it is known already; the sign-in page then fills it in. */
  readonly email?: string | undefined;
  /** Makes this browser known at the sign-in, see `DEVICE_TOKEN_PARAMETER`. */
  readonly deviceToken?: string | undefined;
};

/** Starts a sign-in, which returns to the stored address or to the home page. */
export function SignInButton({ variant = 'solid', email, deviceToken }: Props) {
  const [busy, setBusy] = useState(false);

  async function go(): Promise<void> {
    setBusy(true);
    try {
      // `login_hint`: OpenID Connect Core 1.0, section 3.1.2.1.
      const extras = {
        ...(email && { login_hint: email }),
        ...(deviceToken !== undefined && { [DEVICE_TOKEN_PARAMETER]: deviceToken }),
      };
      await signIn({ extras });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button variant={variant} wide="onPhone" busy={busy} onClick={() => void go()}>
      <Trans>Sign in</Trans>
    </Button>
  );
}
