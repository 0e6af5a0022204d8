import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/kit/api';
import { codeSent, loadMember } from '@portal/kit/auth';
import { sendCodeV2, type User } from '@portal/kit/contract';
import { type Deferred, deferred, useGo, useLoaderData } from '@portal/kit/routing';
import { Card, Inline, LinkButton, Page, Text } from '@portal/kit/ui';
import { ActionButton, ApiErrorBanner, useAction } from '@portal/kit/ui/forms';
import { codeSentTo, ResendWait, sentCodeDraft, unusableReason } from '@portal/kit/ui/step-up';
import { useState } from 'react';
import { WhenLoaded } from '../../flow/when-loaded.tsx';
import { CODE_TYPE, LaterButton, STEPS } from './steps.tsx';

export const loader = () => deferred(loadMember());

export function Component() {
  return (
    <Page heading={<Trans>Confirm this email address</Trans>}>
      <WhenLoaded data={useLoaderData<Deferred<Result<User>>>()}>
        {({ email }) => <SendCode email={email} />}
      </WhenLoaded>
    </Page>
  );
}

function SendCode({ email }: { readonly email: string }) {
  const go = useGo();
  const action = useAction();
  const [underWay] = useState(() => {
    const kept = sentCodeDraft(CODE_TYPE).read();
    return kept !== undefined && !unusableReason(kept);
  });

  async function send(): Promise<void> {
    const answer = await action.send(sendCodeV2, { body: { type: CODE_TYPE, channel: 'email' } });
    if (!answer?.ok) return;
    codeSent(CODE_TYPE);
    sentCodeDraft(CODE_TYPE).write(codeSentTo({ ...answer.data, email }));
    go(STEPS.verify);
  }

  return (
    <Card gap="md">
      <Text>
        <Trans>
          To make sure that our messages reach you and nobody else, we will send a six-digit code to{' '}
          {email}.
        </Trans>
      </Text>
      <ApiErrorBanner error={action.error} />
      <ResendWait type={CODE_TYPE} error={action.error} />
      <Inline>
        {underWay ? (
          <LinkButton wide="onPhone" to={STEPS.verify}>
            <Trans>Enter the code</Trans>
          </LinkButton>
        ) : (
          <ActionButton wide="onPhone" action={action} onClick={() => void send()}>
            <Trans>Send a code</Trans>
          </ActionButton>
        )}
        <LaterButton />
      </Inline>
    </Card>
  );
}
