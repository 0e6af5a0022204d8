import { Trans, useLingui } from '@lingui/react/macro';
import type { ApiError, Result } from '@portal/shared-api';
import { useResendCountdown, useSession, verificationTypeAtom } from '@portal/shared-auth';
import { type CodeChannel, CodeSchema, type VerificationType } from '@portal/shared-contract';
import { errorText, successText } from '@portal/shared-i18n';
import { useEffect, useId, useRef, useState } from 'react';
import * as v from 'valibot';
import { Button } from '../../button.tsx';
import { type Action, ActionButton, useAction } from '../../flow/action.tsx';
import { ApiErrorBanner, apiErrorCode } from '../../flow/api-error-banner.tsx';
import { usePortalForm } from '../../form/use-portal-form.ts';
import { Inline, Stack, Text } from '../../layout.tsx';
import { announce } from '../../live-region.tsx';
import { toast } from '../../toast.tsx';
import { useFocusAfterChange } from '../../use-focus-after-change.ts';
import { PinInput } from '../pin-input.tsx';
import { codeRefused, type SentCodeState, unusableReason } from './sent-code.ts';
import { useSelfSubmit } from './use-self-submit.ts';

/** Sends another code by the given channel; resolves to true if it was sent. */
type Resending = {
  readonly action: Action;
  readonly send: (by: CodeChannel | undefined) => Promise<boolean>;
};

type CodeFormProps<T> = {
  readonly type: VerificationType;
  readonly sent: SentCodeState;
  /** If set, codes are sent only by this channel. */
  readonly channel?: CodeChannel | undefined;
  readonly check: (code: string) => Promise<Result<T>>;
  readonly onVerified: (answer: T, code: string) => void;
  /** Called with an error of the server; returns true if the screen handles it. */
  readonly onRefused?: ((error: ApiError) => boolean) | undefined;
  /** Called after a wrong code with the updated state of the sent code. */
  readonly onTried: (sent: SentCodeState) => void;
  readonly resend: Resending;
};

const FormSchema = v.object({ code: CodeSchema });

/** A form for a code that was sent; another code can be sent after the wait. */
export function CodeForm<T>(props: CodeFormProps<T>) {
  const { type, channel, sent, onTried, onVerified, onRefused, resend } = props;
  const { t, i18n } = useLingui();
  const form = usePortalForm({
    schema: FormSchema,
    initialValues: { code: '' },
    onSubmit: ({ code }) => check(code),
  });
  const checking = useAction();
  const self = useSelfSubmit(checking.disabled);
  const [wrong, setWrong] = useState<string>();
  const sentId = useId();
  const over = unusableReason(sent);
  const overText = useRef<HTMLDivElement>(null);
  useFocusAfterChange(over, () => overText.current?.focus());

  async function check(code: string): Promise<void> {
    const answer = await checking.run(() => props.check(code));
    if (!answer) return;
    if (answer.ok) return onVerified(answer.data, code);
    if (onRefused?.(answer.error)) return checking.clear();
    if (answer.error.kind !== 'api' || answer.error.status !== 422) return;
    // The field that takes the focus says it, so no banner does.
    checking.clear();
    self.changed();
    form.change({ code: '' });
    setWrong(i18n._(errorText(answer.error.code)));
    onTried(codeRefused(sent));
  }

  return (
    <Stack gap="md">
      <Text id={sentId}>
        {sent.to === '' ? (
          <Trans>We have sent a six-digit code. It is valid for 10 minutes.</Trans>
        ) : sent.channel === 'sms' ? (
          <Trans>
            We have sent a six-digit code by text message (SMS) to {sent.to}. It is valid for 10
            minutes.
          </Trans>
        ) : (
          <Trans>We have sent a six-digit code to {sent.to}. It is valid for 10 minutes.</Trans>
        )}
      </Text>
      <form {...form.props} ref={self.form}>
        <Stack gap="md">
          <ApiErrorBanner error={checking.error} />
          {over ? (
            <div ref={overText} tabIndex={-1}>
              <Text>
                {over === 'expired' ? (
                  <Trans>This code has expired. Ask for a new one.</Trans>
                ) : (
                  <Trans>A wrong code was entered five times. Ask for a new one.</Trans>
                )}
              </Text>
            </div>
          ) : (
            <>
              <PinInput
                key={sent.tries}
                {...form.control('code')}
                error={wrong ?? form.errorOf('code')}
                label={t`Code`}
                required
                autoFocus
                describedBy={sentId}
                onChange={(code) => {
                  setWrong(undefined);
                  self.changed();
                  form.change({ code });
                }}
                onComplete={self.onComplete}
              />
              <Inline>
                <ActionButton type="submit" wide="onPhone" action={checking}>
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

/** Sends another code after the wait. Only the end of the countdown is announced (design §9.4). */
function Resend({ type, sent, channel, resend }: ResendProps) {
  const { t, i18n } = useLingui();
  const { seconds, counting } = useResendCountdown();
  // The countdown may belong to a code of another type.
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
      <ApiErrorBanner error={resend.action.error} />
      {sent.channel !== 'sms' && (
        <Text size="sm" tone="muted">
          <Trans>Nothing in your inbox? Check your spam folder too.</Trans>
        </Text>
      )}
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
                <Trans>Send it by email instead</Trans>
              </Button>
            )}
          </>
        )}
      </Inline>
    </Stack>
  );
}

type Props = { readonly type: VerificationType; readonly error: ApiError | null };

/** Says how long to wait before the next code can be sent, after the server refused one. */
export function ResendWait({ type, error }: Props) {
  const { seconds, counting } = useResendCountdown();
  const ofThisType = useSession(verificationTypeAtom) === type;
  if (!ofThisType || !counting || apiErrorCode(error) !== 'too_many_attempts') return null;
  return (
    <Text size="sm">
      <Trans>You can ask for a new code in {seconds} seconds.</Trans>
    </Text>
  );
}
