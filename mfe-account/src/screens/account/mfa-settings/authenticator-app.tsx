import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/kit/api';
import { loadUser } from '@portal/kit/auth';
import {
  beginTotp,
  confirmTotp,
  keepsStrongSteps,
  removeTotp,
  type SignInMethods,
} from '@portal/kit/contract';
import { useRevalidator } from '@portal/kit/routing';
import {
  Button,
  ExternalLinkButton,
  Inline,
  Text,
  toast,
  useFocusAfterChange,
} from '@portal/kit/ui';
import { ActionButton, ApiErrorBanner } from '@portal/kit/ui/forms';
import { QrCode } from '@portal/kit/ui/qr-code';
import { AppCodeForm, StepUpArea, useStepUp } from '@portal/kit/ui/step-up';
import { useRef, useState } from 'react';
import { css } from '#css';
import { RemainingSignInMethods } from '../../../sign-in-methods.tsx';
import { focusRow, isBackFrom, SettingRow } from '../setting-row.tsx';
import { NeededWithoutCodes } from './needed-without-codes.tsx';
import { CopyButton, NewRecoveryCodes } from './recovery-codes.tsx';

const ID = 'authenticator-app';

type Secret = { readonly secret: string; readonly uri: string };

export function AuthenticatorApp({ methods }: { readonly methods: SignInMethods }) {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const adding = useStepUp('add_app', { inside: true, finish: begin });
  const removal = useStepUp('remove_app', { inside: true, finish: remove });
  const [secret, setSecret] = useState<Secret>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [removing, setRemoving] = useState(false);
  useFocusAfterChange(secret ?? codes, () => focusRow(ID));
  const on = methods.second_step.totp;
  const isNeeded = !keepsStrongSteps(methods, 'totp');

  const action = on ? removal : adding;

  function begin(): void {
    adding.perform(beginTotp, {}, (answer) => answer.ok && setSecret(answer.data.data));
  }
  function remove(): void {
    removal.perform(removeTotp, {}, (answer) => {
      if (!answer.ok) return;
      setRemoving(false);
      toast(t`The authenticator app has been removed.`);
      focusRow(ID);
      void revalidate();
    });
  }
  function confirmed(recovery: readonly string[]): void {
    setSecret(undefined);
    setCodes(recovery.length > 0 ? recovery : undefined);
    toast(t`The authenticator app is set up.`);
    // Confirming the app turned the second step on, so the member must be reloaded.
    void loadUser();
    void revalidate();
  }

  return (
    <SettingRow
      id={ID}
      label={<Trans>Authenticator app</Trans>}
      value={
        on ? (
          <Trans context="authenticator app">Set up</Trans>
        ) : (
          <Trans context="authenticator app">Not set up</Trans>
        )
      }
      opened={isBackFrom('add_app', 'remove_app')}
    >
      <StepUpArea action={action}>
        <ApiErrorBanner error={action.error} />
        {codes && <NewRecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />}
        {secret ? (
          <Confirm
            secret={secret}
            onConfirmed={confirmed}
            onExpired={begin}
            onCancel={() => setSecret(undefined)}
          />
        ) : (
          <>
            <Text>
              <Trans>
                An app such as Google Authenticator shows a new code every 30 seconds, even without
                a connection.
              </Trans>
            </Text>
            {removing && isNeeded && <NeededWithoutCodes />}
            {removing && !isNeeded && <RemainingSignInMethods without="totp" methods={methods} />}
            <Inline>
              {!on && (
                <ActionButton wide="onPhone" action={action} variant="outline" onClick={begin}>
                  <Trans>Set up an app</Trans>
                </ActionButton>
              )}
              {on && !removing && (
                <Button wide="onPhone" variant="outline" onClick={() => setRemoving(true)}>
                  <Trans>Remove the app</Trans>
                </Button>
              )}
              {on && removing && (
                <>
                  {!isNeeded && (
                    <ActionButton wide="onPhone" action={action} variant="danger" onClick={remove}>
                      <Trans>Remove the app</Trans>
                    </ActionButton>
                  )}
                  <Button wide="onPhone" variant="outline" onClick={() => setRemoving(false)}>
                    <Trans>Keep it</Trans>
                  </Button>
                </>
              )}
            </Inline>
          </>
        )}
      </StepUpArea>
    </SettingRow>
  );
}

type ConfirmProps = {
  readonly secret: Secret;
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void;
  /** The step-up has expired: the set-up starts again. */
  readonly onExpired: () => void;
  readonly onCancel: () => void;
};

function Confirm({ secret, onConfirmed, onExpired, onCancel }: ConfirmProps) {
  const { t } = useLingui();
  const shown = useRef<HTMLParagraphElement>(null);
  return (
    <AppCodeForm
      check={(code) => call(confirmTotp, { body: { code } }, { purpose: 'form' })}
      onRight={({ data }) => onConfirmed(data.recovery_codes)}
      onStepUpExpired={onExpired}
      otherButton={
        <Button wide="onPhone" variant="outline" onClick={onCancel}>
          <Trans>Cancel setup</Trans>
        </Button>
      }
    >
      <Text>
        <Trans>1. Scan this QR code with the app, or type in the key.</Trans>
      </Text>
      <QrCode text={secret.uri} label={t`QR code for the authenticator app`} className={square} />
      <p ref={shown} className={key}>
        {secret.secret.replace(/(.{4})(?=.)/g, '$1 ')}
      </p>
      {/* On a phone the picture cannot be scanned by the app on the same phone. */}
      <Inline>
        <ExternalLinkButton href={secret.uri} variant="outline">
          <Trans>Open the app on this device</Trans>
        </ExternalLinkButton>
        <CopyButton text={secret.secret} copied={t`The key has been copied.`} shown={shown}>
          <Trans>Copy the key</Trans>
        </CopyButton>
      </Inline>
      <Text>
        <Trans>2. Enter the code that the app shows now.</Trans>
      </Text>
    </AppCodeForm>
  );
}

const square = css({ width: '14rem', maxWidth: 'full', height: 'auto', rounded: 'md' });
const key = css({ fontFamily: 'monospace', overflowWrap: 'anywhere', userSelect: 'all' });
