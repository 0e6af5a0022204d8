import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/shared-api';
import { loadUser } from '@portal/shared-auth';
import {
  beginTotp,
  CodeSchema,
  confirmTotp,
  removeTotp,
  STEP_UP_ERRORS,
  type WaysIn,
} from '@portal/shared-contract';
import { useRevalidator } from '@portal/shared-routing';
import { Badge, Button, Inline, Stack, Text, toast } from '@portal/shared-ui';
import {
  ActionButton,
  codeOf,
  formValues,
  Problem,
  useAction,
  useFormErrors,
  wordsOf,
} from '@portal/shared-ui/forms';
import { PinInput } from '@portal/shared-ui/pin-input';
import { QrCode } from '@portal/shared-ui/qr-code';
import { useStepUp } from '@portal/shared-ui/step-up';
import { type FormEvent, type ReactElement, useState } from 'react';
import * as v from 'valibot';
import { css } from '#css';
import { StillIn } from '../../../ways-in/still-in.tsx';
import { CodesOnce } from './codes-once.tsx';
import { focusSection, Section } from './section.tsx';

const ID = 'authenticator-app';

type Secret = { readonly secret: string; readonly uri: string };

/** An app on the member's phone that makes the codes: set up, or remove. */
export function AuthenticatorApp({ ways }: { readonly ways: WaysIn }): ReactElement {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const action = useStepUp('mfa_settings', { inside: true });
  const [secret, setSecret] = useState<Secret>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [removing, setRemoving] = useState(false);
  const on = ways.second_step.totp;

  const begin = () =>
    action.perform(
      () => call(beginTotp, {}, { purpose: 'form' }),
      (answer) => answer.ok && setSecret(answer.data.data),
    );
  const remove = () =>
    action.perform(
      () => call(removeTotp, {}, { purpose: 'form' }),
      (answer) => {
        if (!answer.ok) return;
        setRemoving(false);
        toast(t`The authenticator app has been removed.`);
        focusSection(ID);
        void revalidate();
      },
    );
  function confirmed(recovery: readonly string[]): void {
    setSecret(undefined);
    setCodes(recovery.length > 0 ? recovery : undefined);
    toast(t`The authenticator app is set up.`);
    // A confirmed app has turned two-step verification on.
    void loadUser();
    void revalidate();
  }

  return (
    <Section id={ID} title={<Trans>Authenticator app</Trans>}>
      {action.confirm}
      <div hidden={action.confirm !== null}>
        <Stack gap="md">
          <Problem error={action.error} />
          {codes && <CodesOnce codes={codes} onKept={() => setCodes(undefined)} />}
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
                  An app such as Google Authenticator shows a new code every 30 seconds, also
                  without a connection.
                </Trans>
              </Text>
              {on && (
                <Inline>
                  <Badge tone="success">
                    <Trans context="authenticator app">Set up</Trans>
                  </Badge>
                </Inline>
              )}
              {removing && <StillIn without="totp" ways={ways} />}
              <Inline>
                {!on && (
                  <ActionButton action={action} variant="outline" onClick={begin}>
                    <Trans>Set up an app</Trans>
                  </ActionButton>
                )}
                {on && !removing && (
                  <Button variant="outline" onClick={() => setRemoving(true)}>
                    <Trans>Remove the app</Trans>
                  </Button>
                )}
                {on && removing && (
                  <>
                    <ActionButton action={action} variant="danger" onClick={remove}>
                      <Trans>Remove the app</Trans>
                    </ActionButton>
                    <Button variant="ghost" onClick={() => setRemoving(false)}>
                      <Trans>Keep it</Trans>
                    </Button>
                  </>
                )}
              </Inline>
            </>
          )}
        </Stack>
      </div>
    </Section>
  );
}

const FormSchema = v.object({ code: CodeSchema });

type ConfirmProps = {
  readonly secret: Secret;
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void;
  /** The verified code is too old by now: it begins again. */
  readonly onExpired: () => void;
  readonly onCancel: () => void;
};

function Confirm({ secret, onConfirmed, onExpired, onCancel }: ConfirmProps): ReactElement {
  const { t, i18n } = useLingui();
  const form = useFormErrors(FormSchema);
  const action = useAction();
  const [tries, setTries] = useState(0);
  const wrong = codeOf(action.error) === 'user.totp.code_invalid' && action.error;

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    form.formProps.onSubmit(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    const body = v.parse(FormSchema, formValues(event.currentTarget));
    const answer = await action.run(() => call(confirmTotp, { body }, { purpose: 'form' }));
    if (answer?.ok) onConfirmed(answer.data.data.recovery_codes);
    else if (codeOf(answer?.error ?? null) === STEP_UP_ERRORS.mfa_settings) onExpired();
    else if (answer) setTries(tries + 1);
  }

  return (
    <form {...form.formProps} onSubmit={submit}>
      <Stack gap="md">
        <Text>
          <Trans>1. Scan this picture with the app, or type the key into it.</Trans>
        </Text>
        <QrCode text={secret.uri} label={t`QR code for the authenticator app`} className={square} />
        <p className={key}>{secret.secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
        <Text>
          <Trans>2. Enter the code that the app shows now.</Trans>
        </Text>
        {!wrong && <Problem error={action.error} />}
        <PinInput
          key={tries}
          name="code"
          label={t`Code`}
          required
          autoFocus={tries > 0}
          onChange={() => action.clear()}
          error={form.errorOf('code') ?? (wrong ? i18n._(wordsOf(wrong)) : undefined)}
        />
        <Inline>
          <ActionButton type="submit" action={action}>
            <Trans>Confirm</Trans>
          </ActionButton>
          <Button variant="ghost" onClick={onCancel}>
            <Trans>Do not set up</Trans>
          </Button>
        </Inline>
      </Stack>
    </form>
  );
}

const square = css({ width: '14rem', maxWidth: 'full', height: 'auto', rounded: 'md' });
const key = css({ fontFamily: 'monospace', overflowWrap: 'anywhere', userSelect: 'all' });
