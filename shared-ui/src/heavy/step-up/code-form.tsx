import { Trans, useLingui } from '@lingui/react/macro';
import type { ApiError, Result } from '@portal/shared-api';
import { useResendCountdown, useSession, verificationTypeAtom } from '@portal/shared-auth';
import { type CodeChannel, CodeSchema, type VerificationType } from '@portal/shared-contract';
import { errorText, successText } from '@portal/shared-i18n';
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { Button } from '../../button.tsx';
import { ActionButton } from '../../flow/action-button.tsx';
import { codeOf, Problem } from '../../flow/problem.tsx';
import { type Action, useAction } from '../../flow/use-action.ts';
import { formValues } from '../../form/field-errors.ts';
import { useFormErrors } from '../../form/use-form-errors.ts';
import { Inline, Stack, Text } from '../../layout.tsx';
import { announce } from '../../live-region.tsx';
import { toast } from '../../toast.tsx';
import { PinInput } from '../pin-input.tsx';
import { codeRefused, type SentCodeState, spent } from './sent-code.ts';

/** Another code: by the channel asked for, true once it is on its way. */
export type Resending = {
  readonly action: Action;
  readonly send: (by: CodeChannel | undefined) => Promise<boolean>;
};

export type CodeFormProps<T> = {
  readonly type: VerificationType;
  readonly sent: SentCodeState;
  /** Codes go by this channel and no other. */
  readonly channel?: CodeChannel | undefined;
  /** Asks the server whether the code is right. */
  readonly check: (code: string) => Promise<Result<T>>;
  /** The last digit sends the code, as well as the button does. */
  readonly checksItself?: boolean;
  readonly onVerified: (answer: T, code: string) => void;
  /** A refusal that this piece cannot mend: the screen says what to do. */
  readonly onRefused?: ((error: ApiError) => boolean) | undefined;
  /** A wrong code was entered: what is to be kept of the sent one now. */
  readonly onTried: (sent: SentCodeState) => void;
  readonly resend: Resending;
};

const FormSchema = v.object({ code: CodeSchema });

/** Takes in a code that is on its way; sends another when the wait is over. */
export function CodeForm<T>(props: CodeFormProps<T>): ReactElement {
  const { type, channel, sent, onTried, onVerified, onRefused, resend } = props;
  const { t, i18n } = useLingui();
  const form = useFormErrors(FormSchema);
  const checking = useAction();
  const root = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState<string>();
  const [complete, setComplete] = useState(false);
  const over = spent(sent, Date.now());

  // As soon as it may be sent: it can be pasted within the 600 ms after the request before it.
  const ready = props.checksItself && complete && !checking.disabled;
  useEffect(() => {
    if (!ready) return;
    setComplete(false);
    root.current?.requestSubmit();
  }, [ready]);

  async function check(event: FormEvent<HTMLFormElement>): Promise<void> {
    form.formProps.onSubmit(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    const { code } = v.parse(FormSchema, formValues(event.currentTarget));
    const answer = await checking.run(() => props.check(code));
    if (!answer) return;
    if (answer.ok) return onVerified(answer.data, code);
    if (onRefused?.(answer.error)) return;
    if (answer.error.kind !== 'api' || answer.error.status !== 422) return;
    const text = i18n._(errorText(answer.error.code));
    setWrong(text);
    announce(text);
    onTried(codeRefused(sent));
  }

  const failed = codeOf(checking.error) !== undefined && wrong ? null : checking.error;
  return (
    <Stack gap="md">
      <Text>
        {sent.to === '' ? (
          <Trans>We have sent a six-digit code. It can be used for 10 minutes.</Trans>
        ) : sent.channel === 'sms' ? (
          <Trans>
            We have sent a six-digit code by text message (SMS) to {sent.to}. It can be used for 10
            minutes.
          </Trans>
        ) : (
          <Trans>We have sent a six-digit code to {sent.to}. It can be used for 10 minutes.</Trans>
        )}
      </Text>
      <form
        {...form.formProps}
        ref={root}
        onInput={(event) => {
          setWrong(undefined);
          form.formProps.onInput(event);
        }}
        onSubmit={check}
      >
        <Stack gap="md">
          <Problem error={failed} />
          {over ? (
            <Text>
              {over === 'expired' ? (
                <Trans>This code has expired. Please ask for a new one.</Trans>
              ) : (
                <Trans>A wrong code was entered five times. Please ask for a new one.</Trans>
              )}
            </Text>
          ) : (
            <>
              <PinInput
                key={sent.tries}
                name="code"
                label={t`Code`}
                required
                autoFocus
                error={wrong ?? form.errorOf('code')}
                onChange={() => {
                  setWrong(undefined);
                  setComplete(false);
                }}
                onComplete={() => setComplete(true)}
              />
              <Inline>
                <ActionButton type="submit" action={checking}>
                  <Trans>Confirm</Trans>
                </ActionButton>
              </Inline>
            </>
          )}
        </Stack>
      </form>
      <Resend {...{ type, sent, channel, resend }} />
    </Stack>
  );
}

type ResendProps = {
  readonly type: VerificationType;
  readonly sent: SentCodeState;
  readonly channel: CodeChannel | undefined;
  readonly resend: Resending;
};

/** Another code, when the wait of spec §9 is over. The countdown is read out at its end only. */
function Resend({ type, sent, channel, resend }: ResendProps): ReactElement {
  const { t, i18n } = useLingui();
  const { seconds, counting } = useResendCountdown();
  // The countdown of another type's code says nothing about this one's.
  const waits = useSession(verificationTypeAtom) === type && counting;
  const waited = useRef(waits);
  useEffect(() => {
    if (waited.current && !waits) announce(t`You can ask for a new code now.`);
    waited.current = waits;
  }, [waits, t]);

  async function again(by: CodeChannel | undefined): Promise<void> {
    if (await resend.send(by)) toast(i18n._(successText('send_code')));
  }

  return (
    <Stack gap="sm">
      <Problem error={resend.action.error} />
      <Text size="sm" tone="muted">
        <Trans>Did it not arrive? Please also look among unwanted mails.</Trans>
      </Text>
      <Inline>
        {waits ? (
          <Text size="sm">
            <Trans>You can ask for a new code in {seconds} seconds.</Trans>
          </Text>
        ) : (
          <>
            <ActionButton
              size="sm"
              variant="outline"
              action={resend.action}
              onClick={() => void again(channel ?? sent.channel)}
            >
              <Trans>Send a new code</Trans>
            </ActionButton>
            {sent.channel === 'sms' && channel === undefined && (
              <Button
                size="sm"
                variant="link"
                aria-disabled={resend.action.disabled || undefined}
                onClick={() => void again('email')}
              >
                <Trans>Send it by e-mail instead</Trans>
              </Button>
            )}
          </>
        )}
      </Inline>
    </Stack>
  );
}
