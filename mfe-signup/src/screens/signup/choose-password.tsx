import { Trans, useLingui } from '@lingui/react/macro';
import type { ApiError } from '@portal/shared-api';
import type { Action } from '@portal/shared-ui/forms';
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

  async function submit(password: string): Promise<ApiError | undefined> {
    const answer = await action.run(() => signUp.ask(code, password));
    if (!answer) return undefined;
    if (answer.ok) signUp.signedUp(answer.data);
    else if (!signUp.refused(answer.error)) return answer.error;
    return undefined;
  }

  return (
    <NewPasswordForm
      email={email}
      action={action}
      onSubmit={submit}
      field={{ label: t`Password`, autoFocus: true }}
      submitLabel={<Trans>Create the account</Trans>}
    />
  );
}
