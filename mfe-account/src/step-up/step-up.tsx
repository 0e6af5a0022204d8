import { Trans, useLingui } from '@lingui/react/macro';
import { type ApiError, call } from '@portal/shared-api';
import {
  codeSent,
  codeVerified,
  useResendCountdown,
  useSession,
  verificationTypeAtom,
} from '@portal/shared-auth';
import {
  CODE_LIFETIME_MS,
  type CodeChannel,
  CodeSchema,
  type EndpointAnswer,
  type MemberCodeType,
  sendCodeV2,
  verifyCodeV2,
} from '@portal/shared-contract';
import { errorText, successText } from '@portal/shared-i18n';
import { announce, Button, Inline, Stack, Text, toast } from '@portal/shared-ui';
import { formValues, useFormErrors } from '@portal/shared-ui/forms';
import { PinInput } from '@portal/shared-ui/pin-input';
import {
  type FormEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import * as v from 'valibot';
import { ActionButton } from '../flow/action-button.tsx';
import { codeOf, Problem } from '../flow/problem.tsx';
import { useAction } from '../flow/use-action.ts';
import { codeRefused, codeSentTo, keptCode, type SentCodeState, spent } from './sent-code.ts';

/** What the server says about a code it has accepted. */
export type Verified = EndpointAnswer<typeof verifyCodeV2>['data'];

export type StepUpProps = {
  readonly type: MemberCodeType;
  /** Asks for a channel; without it the server chooses (SMS where two-step verification uses it). */
  readonly channel?: CodeChannel;
  /** Said before a code is sent: where it will go. */
  readonly children?: ReactNode;
  /** A code that was sent by another call already (`PUT /me/change-email`). */
  readonly sent?: SentCodeState;
  readonly onVerified: (verified: Verified) => void;
  /** A refusal that this piece cannot mend: the screen says what to do. */
  readonly onRefused?: (error: ApiError) => boolean;
};

const FormSchema = v.object({ code: CodeSchema });

/**
 * Asks for a code: sends it on demand, takes it in, sends another when the wait is over. What is on
 * its way is kept over a reload, the code itself never.
 */
export function StepUp(props: StepUpProps): ReactElement {
  const { type, channel, children } = props;
  const [sent, setSent] = useState(() => props.sent ?? known(type, channel));
  const sending = useAction();

  async function send(by: CodeChannel | undefined): Promise<boolean> {
    const body = { type, ...(by && { channel: by }) };
    const answer = await sending.run(() => call(sendCodeV2, { body }, { purpose: 'form' }));
    if (!answer?.ok) {
      if (answer) props.onRefused?.(answer.error);
      return false;
    }
    codeSent(type, answer.data.sms === undefined ? {} : { sms: answer.data.sms });
    keep(codeSentTo(answer.data, CODE_LIFETIME_MS, Date.now()));
    return true;
  }

  function keep(next: SentCodeState): void {
    keptCode(type).write(next);
    setSent(next);
  }

  if (!sent) {
    return (
      <Stack gap="md">
        {children}
        <Problem error={sending.error} />
        <Inline>
          <ActionButton action={sending} onClick={() => void send(channel)}>
            <Trans>Send a code</Trans>
          </ActionButton>
        </Inline>
      </Stack>
    );
  }
  return (
    <EnterCode
      // A code of its own: what was typed for the one before is gone, and the focus is in the field.
      key={sent.expiresAt}
      {...props}
      sent={sent}
      onTried={keep}
      onVerified={(verified) => {
        keptCode(type).clear();
        codeVerified(type);
        props.onVerified(verified);
      }}
      resend={{ action: sending, send }}
    />
  );
}

/** The code that is on its way already, if it went where this one is wanted. */
function known(type: MemberCodeType, channel: CodeChannel | undefined): SentCodeState | undefined {
  const kept = keptCode(type).read();
  return channel === undefined || kept?.channel === channel ? kept : undefined;
}

type EnterProps = StepUpProps & {
  readonly sent: SentCodeState;
  readonly onTried: (sent: SentCodeState) => void;
  readonly resend: {
    readonly action: ReturnType<typeof useAction>;
    readonly send: (by: CodeChannel | undefined) => Promise<boolean>;
  };
};

function EnterCode(props: EnterProps): ReactElement {
  const { type, channel, sent, onTried, onVerified, onRefused, resend } = props;
  const { t, i18n } = useLingui();
  const form = useFormErrors(FormSchema);
  const checking = useAction();
  const [wrong, setWrong] = useState<string>();
  const over = spent(sent, Date.now());

  async function check(event: FormEvent<HTMLFormElement>): Promise<void> {
    form.formProps.onSubmit(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    const { code } = formValues(event.currentTarget);
    const body = { type, code: String(code) };
    const answer = await checking.run(() => call(verifyCodeV2, { body }, { purpose: 'form' }));
    if (!answer) return;
    if (answer.ok) return onVerified(answer.data.data);
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
                onChange={() => setWrong(undefined)}
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

type ResendProps = Pick<EnterProps, 'type' | 'sent' | 'resend'> & {
  readonly channel: CodeChannel | undefined;
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
