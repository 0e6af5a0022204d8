import { Trans } from '@lingui/react/macro';
import { call, type Result } from '@portal/kit/api';
import { loadMember, userAtom, useSession } from '@portal/kit/auth';
import {
  getSignInMethods,
  listPasskeys,
  type Passkey,
  type SignInMethods,
  type User,
} from '@portal/kit/contract';
import { type Deferred, deferred, useDeferred, useLoaderData } from '@portal/kit/routing';
import { Card, LoadProblem, Stack, Text } from '@portal/kit/ui';
import { Suspense } from 'react';
import { FormSkeleton } from '../../../data/with-member.tsx';
import { SectionPage } from '../../../sections.tsx';
import { tellPasskeys } from '../tell-passkeys.ts';
import { AuthenticatorApp } from './authenticator-app.tsx';
import { Passkeys } from './passkeys.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondStep } from './second-step.tsx';
import { SmsNumber } from './sms-number.tsx';

export const loader = () => deferred(loadMfaData());

export function Component() {
  return (
    <SectionPage section="/account/security" heading={<Trans>Two-step verification</Trans>}>
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

function Settings({ answer }: { readonly answer: Deferred<Result<MfaData>> }) {
  const data = useDeferred(answer);
  const known = useSession(userAtom);
  if (!data.ok) return <LoadProblem error={data.error} />;
  const { member, methods, passkeys } = data.data;
  return (
    <Card>
      <SecondStep member={known ?? member} methods={methods} />
      {methods.second_step.sms && (
        <SmsNumber member={known ?? member} sms={methods.second_step.sms} />
      )}
      <AuthenticatorApp methods={methods} />
      <Passkeys passkeys={passkeys} methods={methods} />
      <RecoveryCodes methods={methods} />
    </Card>
  );
}

type MfaData = {
  readonly member: User;
  readonly methods: SignInMethods;
  readonly passkeys: readonly Passkey[];
};

/** Loads everything that the page shows; any failure fails the page. */
async function loadMfaData(): Promise<Result<MfaData>> {
  const [member, methods, passkeys] = await Promise.all([
    loadMember(),
    call(getSignInMethods),
    call(listPasskeys),
  ]);
  if (!member.ok) return member;
  if (!methods.ok) return methods;
  if (!passkeys.ok) return passkeys;
  tellPasskeys(passkeys.data, member.data);
  const data = { member: member.data, methods: methods.data.data, passkeys: passkeys.data.data };
  return { ok: true, status: 200, data };
}
