import { Plural, Trans } from '@lingui/react/macro';
import { call } from '@portal/kit/api';
import { makeRecoveryCodes, type SignInMethods } from '@portal/kit/contract';
import { useRevalidator } from '@portal/kit/routing';
import { Text, useFocusAfterChange } from '@portal/kit/ui';
import { ActionButton, ApiErrorBanner } from '@portal/kit/ui/forms';
import { StepUpArea, useStepUp } from '@portal/kit/ui/step-up';
import { type ReactElement, useState } from 'react';
import { RecoveryCodeCount } from '../../../sign-in-methods/counts.tsx';
import { focusRow, isBackFrom, SettingRow } from '../setting-row.tsx';
import { NewRecoveryCodes } from './new-recovery-codes.tsx';

const ID = 'recovery-codes';

export function RecoveryCodes({ methods }: { readonly methods: SignInMethods }): ReactElement {
  const { revalidate } = useRevalidator();
  const action = useStepUp('make_recovery_codes', { inside: true, finish: make });
  const [codes, setCodes] = useState<readonly string[]>();
  const left = methods.second_step.recovery_codes_left;
  useFocusAfterChange(codes, () => focusRow(ID));

  function make(): void {
    action.perform(
      () => call(makeRecoveryCodes, {}, { purpose: 'form' }),
      (answer) => {
        if (!answer.ok) return;
        setCodes(answer.data.data.recovery_codes);
        void revalidate();
      },
    );
  }

  return (
    <SettingRow
      id={ID}
      label={<Trans>Recovery codes</Trans>}
      value={<RecoveryCodeCount count={left} />}
      opened={isBackFrom('make_recovery_codes')}
    >
      <StepUpArea action={action}>
        <ApiErrorBanner error={action.error} />
        {codes ? (
          <NewRecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
        ) : (
          <>
            <Text>
              {left === 0 ? (
                <Trans>
                  Ten codes to keep in a safe place, for when you lose your phone or an email does
                  not arrive.
                </Trans>
              ) : (
                <Plural
                  value={left}
                  one="You have # unused recovery code. It stops working when you create new ones."
                  other="You have # unused recovery codes. They stop working when you create new ones."
                />
              )}
            </Text>
            <div>
              <ActionButton wide="onPhone" variant="outline" action={action} onClick={make}>
                {left === 0 ? (
                  <Trans>Create recovery codes</Trans>
                ) : (
                  <Trans>Create new codes</Trans>
                )}
              </ActionButton>
            </div>
          </>
        )}
      </StepUpArea>
    </SettingRow>
  );
}
