import { Trans, useLingui } from '@lingui/react/macro';
import { call, type Result } from '@portal/shared-api';
import {
  codeSent,
  useResendCountdown,
  useSession,
  verificationTypeAtom,
} from '@portal/shared-auth';
import { CODE_LIFETIME_MS, changeEmail, EmailSchema, type User } from '@portal/shared-contract';
import {
  type LoaderFunctionArgs,
  type Soon,
  soon,
  useGo,
  useLoaderData,
} from '@portal/shared-routing';
import { Card, Inline, Stack, Text } from '@portal/shared-ui';
import {
  ActionButton,
  codeOf,
  ErrorSummary,
  FlowPage,
  formValues,
  PasswordField,
  Problem,
  TextField,
  useFormErrors,
  wordsOf,
} from '@portal/shared-ui/forms';
import { codeSentTo, useStepUp } from '@portal/shared-ui/step-up';
import { type FormEvent, type ReactElement, useRef } from 'react';
import * as v from 'valibot';
import { theMember } from '../../../data/member.ts';
import { WithMember } from '../../../data/with-member.tsx';
import { changeEmailFlow, STEPS } from './flow.ts';
import { useStepNames } from './step-names.ts';

export const loader = ({ request }: LoaderFunctionArgs) =>
  changeEmailFlow.openStep(request) ?? soon(theMember());

/** Second step: the new address, and the password where one is set. */
export function Component(): ReactElement {
  return (
    <FlowPage heading={<Trans>Enter the new address</Trans>} steps={useStepNames()} current={1}>
      <WithMember member={useLoaderData<Soon<Result<User>>>()}>
        {(member) => <AddressForm member={member} />}
      </WithMember>
    </FlowPage>
  );
}

const passwordIf = (set: boolean) =>
  set ? v.pipe(v.string(), v.nonEmpty('required.current_password')) : v.optional(v.string());

const formSchema = ({ email, password_set }: User) =>
  v.object({
    email: v.pipe(
      EmailSchema,
      v.check((typed) => typed.toLowerCase() !== email.toLowerCase(), 'email.same_as_current'),
    ),
    current_password: passwordIf(password_set),
  });

function AddressForm({ member }: { readonly member: User }): ReactElement {
  const { t, i18n } = useLingui();
  const go = useGo();
  const schema = formSchema(member);
  const { formProps, errorOf, summary } = useFormErrors(schema);
  const action = useStepUp('verify_pre_change_email');
  const { seconds, counting } = useResendCountdown();
  // An address that is put right: its code has to wait as any second code does.
  const tooSoon =
    useSession(verificationTypeAtom) === 'verify_email_change' &&
    counting &&
    codeOf(action.error) === 'too_many_attempts';
  const password = useRef<HTMLInputElement>(null);
  const wrongPassword = codeOf(action.error) === 'user.change_mail.password_incorrect';

  function submit(event: FormEvent<HTMLFormElement>): void {
    formProps.onSubmit(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    const body = v.parse(schema, formValues(event.currentTarget));
    action.perform(
      () => call(changeEmail, { body }, { purpose: 'form' }),
      (answer) => {
        if (!answer.ok) {
          if (codeOf(answer.error) === 'user.change_mail.password_incorrect') {
            password.current?.focus();
          }
          return;
        }
        codeSent('verify_email_change');
        const code = codeSentTo(
          { ...answer.data, email: body.email },
          CODE_LIFETIME_MS,
          Date.now(),
        );
        changeEmailFlow.send({ type: 'codeSent', email: body.email, code });
        go(STEPS.verify);
      },
    );
  }

  return (
    <>
      {action.confirm}
      <div hidden={action.confirm !== null}>
        <Card>
          <form {...formProps} onSubmit={submit}>
            <Stack gap="lg">
              <ErrorSummary {...summary} />
              {!wrongPassword && <Problem error={action.error} />}
              <TextField
                name="email"
                type="email"
                inputMode="email"
                autoComplete="email"
                autoCapitalize="none"
                spellCheck={false}
                label={t`New e-mail address`}
                required
                defaultValue={emailOf()}
                onChange={({ target }) =>
                  changeEmailFlow.send({ type: 'addressTyped', email: target.value })
                }
                error={errorOf('email')}
              />
              {member.password_set && (
                <PasswordField
                  ref={password}
                  name="current_password"
                  autoComplete="current-password"
                  label={t`Current password`}
                  required
                  onChange={() => wrongPassword && action.clear()}
                  error={
                    errorOf('current_password') ??
                    (wrongPassword && action.error ? i18n._(wordsOf(action.error)) : undefined)
                  }
                />
              )}
              <Text size="sm" tone="muted">
                <Trans>
                  We send a code to the new address to make sure that it is yours. Your present
                  address is told of the change, and can take it back for 72 hours.
                </Trans>
              </Text>
              {tooSoon && (
                <Text size="sm">
                  <Trans>You can ask for a new code in {seconds} seconds.</Trans>
                </Text>
              )}
              <Inline>
                <ActionButton type="submit" action={action}>
                  <Trans>Send a code to this address</Trans>
                </ActionButton>
              </Inline>
            </Stack>
          </form>
        </Card>
      </div>
    </>
  );
}

function emailOf(): string {
  return changeEmailFlow.state().email;
}
