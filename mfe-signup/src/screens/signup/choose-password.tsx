import { Trans, useLingui } from '@lingui/react/macro';
import type { Action } from '@portal/kit/ui/forms';
import type { ReactElement } from 'react';
import { NewPasswordForm } from '../../flow/new-password-form.tsx';
import type { SignUp } from './use-sign-up.ts';

type Props = {
  readonly email: string;
  readonly code: string;
  readonly signUp: SignUp;
  readonly action: Action;
};

/** Asks for the password of the new account. */
export function ChoosePassword({ email, code, signUp, action }: Props): ReactElement {
  const { t } = useLingui();
  return (
    <NewPasswordForm
      email={email}
      action={action}
      send={(password) => signUp.ask(code, password)}
      onDone={signUp.signedUp}
      onRefused={signUp.refused}
      field={{ label: t`Password`, autoFocus: true }}
      submitLabel={<Trans>Create the account</Trans>}
    />
  );
}
