import { Trans } from '@lingui/react/macro';
import { type ApiError, call } from '@portal/shared-api';
import { codeSent, codeVerified } from '@portal/shared-auth';
import {
  CODE_LIFETIME_MS,
  type CodeChannel,
  type EndpointAnswer,
  type MemberCodeType,
  sendCodeV2,
  verifyCode,
} from '@portal/shared-contract';
import { type ReactElement, type ReactNode, useState } from 'react';
import { ActionButton } from '../../flow/action-button.tsx';
import { Problem } from '../../flow/problem.tsx';
import { useAction } from '../../flow/use-action.ts';
import { Inline, Stack } from '../../layout.tsx';
import { CodeForm } from './code-form.tsx';
import { codeSentTo, keptCode, type SentCodeState } from './sent-code.ts';

/** What the server says about a code it has accepted. */
export type Verified = EndpointAnswer<typeof verifyCode>['data'];

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

/**
 * Asks the member for a code: sends it on demand, takes it in, sends another when the wait is over.
 * What is on its way is kept over a reload, the code itself never.
 */
export function StepUp(props: StepUpProps): ReactElement {
  const { type, channel, children, onRefused } = props;
  const [sent, setSent] = useState(() => props.sent ?? known(type, channel));
  const sending = useAction();

  async function send(by: CodeChannel | undefined): Promise<boolean> {
    const body = { type, ...(by && { channel: by }) };
    const answer = await sending.run(() => call(sendCodeV2, { body }, { purpose: 'form' }));
    if (!answer?.ok) {
      if (answer) onRefused?.(answer.error);
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
    <CodeForm
      // A code of its own: what was typed for the one before is gone, and the focus is in the field.
      key={sent.expiresAt}
      type={type}
      channel={channel}
      sent={sent}
      check={(code) => call(verifyCode, { body: { type, code } }, { purpose: 'form' })}
      onTried={keep}
      onRefused={onRefused}
      onVerified={({ data }) => {
        keptCode(type).clear();
        codeVerified(type);
        props.onVerified(data);
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
