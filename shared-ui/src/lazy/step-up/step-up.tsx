import { Trans } from '@lingui/react/macro';
import { type ApiError, call } from '@portal/shared-api';
import { codeSent } from '@portal/shared-auth';
import {
  type ApiCodeType,
  type CodeChannel,
  type EndpointAnswer,
  sendCodeV2,
  verifyCode,
} from '@portal/shared-contract';
import { type ReactNode, useState } from 'react';
import { ActionButton, useAction } from '../../flow/action.tsx';
import { ApiErrorBanner } from '../../flow/api-error-banner.tsx';
import { Inline, Stack } from '../../layout.tsx';
import { CodeForm } from './code-form.tsx';
import { codeSentTo, type SentCodeState, sentCodeDraft } from './sent-code.ts';

export type Verified = EndpointAnswer<typeof verifyCode>['data'];

export type StepUpProps = {
  readonly type: ApiCodeType;
  /** The channel to send by; without it the server chooses. */
  readonly channel?: CodeChannel;
  /** Shown before a code is sent: where it will go. */
  readonly children?: ReactNode;
  /** The state of a code that another call has sent already (`PUT /me/change-email`). */
  readonly sent?: SentCodeState;
  readonly onVerified: (verified: Verified) => void;
  /** Called with an error of the server; returns true if the screen handles it. */
  readonly onRefused?: (error: ApiError) => boolean;
};

/** Sends a code on demand, checks it, sends another after the wait. A reload keeps the state, not the code. */
export function StepUp(props: StepUpProps) {
  const { type, channel, children, onRefused } = props;
  const [sent, setSent] = useState(() => props.sent ?? known(type, channel));
  const sending = useAction();

  async function send(by: CodeChannel | undefined): Promise<boolean> {
    const body = { type, ...(by && { channel: by }) };
    const answer = await sending.send(sendCodeV2, { body });
    if (!answer?.ok) {
      if (answer) onRefused?.(answer.error);
      return false;
    }
    codeSent(type);
    keep(codeSentTo(answer.data));
    return true;
  }

  function keep(next: SentCodeState): void {
    sentCodeDraft(type).write(next);
    setSent(next);
  }

  if (!sent) {
    return (
      <Stack gap="md">
        {children}
        <ApiErrorBanner error={sending.error} />
        <Inline>
          <ActionButton wide="onPhone" action={sending} onClick={() => void send(channel)}>
            <Trans>Send a code</Trans>
          </ActionButton>
        </Inline>
      </Stack>
    );
  }
  return (
    <CodeForm
      // A new code gets a new form: the typed digits are cleared and the field takes the focus.
      key={sent.expiresAt}
      type={type}
      channel={channel}
      sent={sent}
      check={(code) => call(verifyCode, { body: { type, code } }, { purpose: 'form' })}
      onTried={keep}
      onRefused={onRefused}
      onVerified={({ data }) => {
        sentCodeDraft(type).clear();
        props.onVerified(data);
      }}
      resend={{ action: sending, send }}
    />
  );
}

/** Returns the stored state of an earlier code, if it went by the requested channel. */
function known(type: ApiCodeType, channel: CodeChannel | undefined): SentCodeState | undefined {
  const kept = sentCodeDraft(type).read();
  return channel === undefined || kept?.channel === channel ? kept : undefined;
}
