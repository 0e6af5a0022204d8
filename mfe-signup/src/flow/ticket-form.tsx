import { Trans, useLingui } from '@lingui/react/macro';
import { type ApiError, call } from '@portal/shared-api';
import {
  type EndpointInput,
  NewPasswordSchema,
  setPasswordByTicket,
} from '@portal/shared-contract';
import { Card, Inline, Stack, Text } from '@portal/shared-ui';
import {
  ActionButton,
  codeOf,
  ErrorSummary,
  formValues,
  NewPasswordField,
  Problem,
  useAction,
  useFormErrors,
  wordsOf,
} from '@portal/shared-ui/forms';
import type { FormEvent, ReactElement } from 'react';
import * as v from 'valibot';

const FormSchema = v.object({ password: NewPasswordSchema });

type Props = {
  readonly type: EndpointInput<typeof setPasswordByTicket>['body']['type'];
  readonly ticket: string;
  /** Whose password it is, for the password manager. */
  readonly email: string;
  readonly onDone: () => void;
  /** The ticket has ended: only a new code or link helps. */
  readonly onSpent: (error: ApiError) => void;
};

/** A new password, allowed by what a code or a link has answered. It stays in its field alone. */
export function TicketForm({ type, ticket, email, onDone, onSpent }: Props): ReactElement {
  const { i18n } = useLingui();
  const { formProps, errorOf, summary, report } = useFormErrors(FormSchema);
  const action = useAction();
  const refused = codeOf(action.error) === 'user.password_invalid';

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    formProps.onSubmit(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    const body = { type, ticket, ...v.parse(FormSchema, formValues(event.currentTarget)) };
    const answer = await action.run(() => call(setPasswordByTicket, { body }, { purpose: 'form' }));
    if (!answer) return;
    if (answer.ok) return onDone();
    if (SPENT.includes(codeOf(answer.error) ?? '')) return onSpent(answer.error);
    if (answer.error.kind === 'api' && answer.error.descriptions?.password) {
      report(answer.error.descriptions);
    }
  }

  return (
    <Card>
      <form {...formProps} onSubmit={(event) => void submit(event)}>
        <Stack gap="lg">
          <ErrorSummary {...summary} />
          {!refused && <Problem error={action.error} />}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <NewPasswordField
            error={
              errorOf('password') ??
              (refused && action.error ? i18n._(wordsOf(action.error)) : undefined)
            }
            onEdit={() => refused && action.clear()}
          />
          <Text size="sm" tone="muted">
            <Trans>All devices are signed out, and we tell you by e-mail.</Trans>
          </Text>
          <Inline>
            <ActionButton type="submit" action={action}>
              <Trans>Set password</Trans>
            </ActionButton>
          </Inline>
        </Stack>
      </form>
    </Card>
  );
}

const SPENT: readonly string[] = ['mfa_forgot_password.token_expired', 'token.not_found'];
