import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/kit/api';
import { userAtom, useSession } from '@portal/kit/auth';
import { type Deferred, deferred, useDeferred, useLoaderData } from '@portal/kit/routing';
import { LoadProblem, PageHeading, Stack, Text } from '@portal/kit/ui';
import { type ReactElement, Suspense } from 'react';
import { FormSkeleton } from '../../../data/with-member.tsx';
import { SectionPage } from '../../../sections.tsx';
import { AuthenticatorApp } from './authenticator-app.tsx';
import { loadMfaData, type MfaData } from './data.ts';
import { Passkeys } from './passkeys.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondStep } from './second-step.tsx';
import { SmsNumber } from './sms-number.tsx';

export const loader = () => deferred(loadMfaData());

/** The channel and the methods of the second step. */
export function Component(): ReactElement {
  return (
    <SectionPage section="/account/security">
      <PageHeading>
        <Trans>Two-step verification</Trans>
      </PageHeading>
      <Stack gap="lg">
        <Text>
          <Trans>
            A second step at sign-in keeps your account safe even if somebody knows your password.
          </Trans>
        </Text>
        <Suspense fallback={<FormSkeleton />}>
          <Settings answer={useLoaderData<Deferred<Result<MfaData>>>()} />
        </Suspense>
      </Stack>
    </SectionPage>
  );
}

function Settings({ answer }: { readonly answer: Deferred<Result<MfaData>> }): ReactElement {
  const data = useDeferred(answer);
  const known = useSession(userAtom);
  if (!data.ok) return <LoadProblem error={data.error} />;
  const { member, methods, passkeys } = data.data;
  return (
    <Stack gap="lg">
      <SecondStep member={known ?? member} methods={methods} />
      {methods.second_step.sms && (
        <SmsNumber member={known ?? member} sms={methods.second_step.sms} />
      )}
      <AuthenticatorApp methods={methods} />
      <Passkeys passkeys={passkeys} methods={methods} />
      <RecoveryCodes methods={methods} />
    </Stack>
  );
}
