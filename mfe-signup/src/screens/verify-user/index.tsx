import { Trans } from '@lingui/react/macro';
import { call, type Result } from '@portal/shared-api';
import { codeSent } from '@portal/shared-auth';
import { CODE_LIFETIME_MS, sendCodeV2, type User } from '@portal/shared-contract';
import { type Soon, soon, useGo, useLoaderData } from '@portal/shared-routing';
import {
  Button,
  Card,
  Inline,
  LinkButton,
  Page,
  PageHeading,
  Stack,
  Text,
} from '@portal/shared-ui';
import { ActionButton, Problem, useAction } from '@portal/shared-ui/forms';
import { codeSentTo, keptCode, spent } from '@portal/shared-ui/step-up';
import { type ReactElement, useState } from 'react';
import { theMember } from '../../flow/the-member.ts';
import { TooSoon } from '../../flow/too-soon.tsx';
import { useLetThrough } from '../../flow/use-let-through.ts';
import { WhenLoaded } from '../../flow/when-loaded.tsx';
import { CODE_TYPE, STEPS } from './steps.ts';

export const loader = () => soon(theMember());

/** An address that nobody has confirmed yet: a code to it does. */
export function Component(): ReactElement {
  return (
    <Page>
      <PageHeading>
        <Trans>Please confirm your e-mail address</Trans>
      </PageHeading>
      <WhenLoaded data={useLoaderData<Soon<Result<User>>>()}>
        {({ email }) => <SendCode email={email} />}
      </WhenLoaded>
    </Page>
  );
}

function SendCode({ email }: { readonly email: string }): ReactElement {
  const go = useGo();
  const goOn = useLetThrough();
  const action = useAction();
  const [underWay] = useState(() => {
    const kept = keptCode(CODE_TYPE).read();
    return kept !== undefined && !spent(kept, Date.now());
  });

  async function send(): Promise<void> {
    const body = { type: CODE_TYPE, channel: 'email' } as const;
    const answer = await action.run(() => call(sendCodeV2, { body }, { purpose: 'form' }));
    if (!answer?.ok) return;
    codeSent(CODE_TYPE);
    keptCode(CODE_TYPE).write(codeSentTo({ ...answer.data, email }, CODE_LIFETIME_MS, Date.now()));
    go(STEPS.verify);
  }

  return (
    <Card>
      <Stack gap="md">
        <Text>
          <Trans>
            So that our messages reach you, and nobody else gets them, we send a six-digit code to{' '}
            {email}.
          </Trans>
        </Text>
        <Problem error={action.error} />
        <TooSoon type={CODE_TYPE} error={action.error} />
        <Inline>
          {underWay ? (
            <LinkButton to={STEPS.verify}>
              <Trans>Enter the code</Trans>
            </LinkButton>
          ) : (
            <ActionButton action={action} onClick={() => void send()}>
              <Trans>Send a code</Trans>
            </ActionButton>
          )}
          <Button variant="outline" onClick={() => goOn('/verify-user')}>
            <Trans>Later</Trans>
          </Button>
        </Inline>
      </Stack>
    </Card>
  );
}
