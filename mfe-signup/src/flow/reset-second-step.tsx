import { Trans } from '@lingui/react/macro';
import { type ApiError, call, type Result } from '@portal/kit/api';
import {
  beginResetSecondStep,
  type EndpointInput,
  proveResetSecondStep,
  type ResetStep,
} from '@portal/kit/contract';
import { Button, Stack, Text } from '@portal/kit/ui';
import { ApiErrorBanner } from '@portal/kit/ui/forms';
import {
  ByApp,
  ByPasskey,
  ByRecoveryCode,
  canAskForPasskey,
  OtherMethods,
} from '@portal/kit/ui/step-up';
import { useEffect, useState } from 'react';

type Body = EndpointInput<typeof proveResetSecondStep>['body'];
type MailedClaim = Pick<Body, 'type' | 'ticket'>;

type Props = {
  readonly claim: MailedClaim;
  /** Called with the ticket that sets the password. */
  readonly onProven: (ticket: string) => void;
};

export function ResetSecondStep({ claim, onProven }: Props) {
  const [steps, setSteps] = useState<readonly ResetStep[]>([]);
  const [error, setError] = useState<ApiError | null>(null);
  const [chosen, setChosen] = useState<ResetStep>();

  const begin = () => call(beginResetSecondStep, { body: claim }, { purpose: 'form' });
  async function load(): Promise<void> {
    setError(null);
    const answer = await begin();
    if (answer.ok) setSteps(answer.data.data.steps);
    else setError(answer.error);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when it opens
  useEffect(() => void load(), []);

  async function beginPasskey(): Promise<Result<{ readonly challenge: string }>> {
    const answer = await begin();
    if (!answer.ok) return answer;
    const { passkey } = answer.data.data;
    if (!passkey) throw new Error('The server offered a passkey and gave no options for it');
    return { ...answer, data: passkey };
  }
  async function check(secondStep: Body['second_step']): Promise<Result<string>> {
    const body = { ...claim, second_step: secondStep };
    const answer = await call(proveResetSecondStep, { body }, { purpose: 'form' });
    return answer.ok ? { ...answer, data: answer.data.data.ticket } : answer;
  }

  if (error) {
    return (
      <ApiErrorBanner
        error={error}
        action={
          <Button size="sm" variant="outline" onClick={() => void load()}>
            <Trans>Try again</Trans>
          </Button>
        }
      />
    );
  }
  const usable = steps.filter((one) => one !== 'passkey' || canAskForPasskey());
  const step = chosen ?? usable[0];
  const why = (
    <Text>
      <Trans>
        Your account needs a second step before the new password is set. The email alone is not
        enough.
      </Trans>
    </Text>
  );
  if (step === undefined) return null;
  return (
    <Stack gap="md">
      {step === 'passkey' && (
        <ByPasskey
          begin={beginPasskey}
          check={(response) => check({ method: 'passkey', response })}
          onProven={onProven}
        >
          {why}
        </ByPasskey>
      )}
      {step === 'totp' && (
        <ByApp check={(code) => check({ method: 'totp', code })} onProven={onProven}>
          {why}
        </ByApp>
      )}
      {step === 'recovery_code' && (
        <ByRecoveryCode
          check={(code) => check({ method: 'recovery_code', code })}
          onProven={onProven}
        >
          {why}
        </ByRecoveryCode>
      )}
      <OtherMethods methods={usable.filter((one) => one !== step)} choose={setChosen} />
    </Stack>
  );
}
