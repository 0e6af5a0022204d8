import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/kit/api';
import {
  type FirstStep,
  firstSteps,
  getSignInMethods,
  type Removal,
  type SecondStep,
  type SignInMethods,
  secondSteps,
  signInMethodsWithout,
} from '@portal/kit/contract';
import { Text } from '@portal/kit/ui';
import { useEffect, useState } from 'react';
import { css } from '#css';

type CountProps = { readonly count: number };

export const PasskeyCount = ({ count }: CountProps) =>
  count === 0 ? (
    <Trans context="passkeys">None</Trans>
  ) : (
    <Plural value={count} one="# passkey" other="# passkeys" />
  );

export const RecoveryCodeCount = ({ count }: CountProps) =>
  count === 0 ? (
    <Trans context="recovery codes">None</Trans>
  ) : (
    <Plural value={count} one="# left" other="# left" />
  );

type Props = { readonly without: Removal; readonly methods?: SignInMethods };

/** Lists how the member could still sign in after a removal. Renders nothing until that is known. */
export function RemainingSignInMethods({ without, methods: given }: Props) {
  const { i18n } = useLingui();
  const asked = useSignInMethods(given !== undefined);
  const methods = given ?? asked;
  if (!methods) return null;
  const left = signInMethodsWithout(methods, without);
  const first = firstSteps(left).map((step) => i18n._(FIRST_STEP_TEXTS[step]));
  const second = secondSteps(left).map((step) => i18n._(SECOND_STEP_TEXTS[step]));
  if (first.length === 0) return null;
  return (
    <div className={box}>
      <Text size="sm">
        <Trans>Afterwards you still sign in with:</Trans>
      </Text>
      <ul className={list}>
        {first.map((method) => (
          <li key={method}>{method}</li>
        ))}
      </ul>
      {second.length > 0 && (
        <>
          <Text size="sm">
            <Trans>Second step:</Trans>
          </Text>
          <ul className={list}>
            {second.map((method) => (
              <li key={method}>{method}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function useSignInMethods(known: boolean): SignInMethods | undefined {
  const [methods, setMethods] = useState<SignInMethods>();
  useEffect(() => {
    if (known) return undefined;
    const giveUp = new AbortController();
    void call(getSignInMethods, {}, { signal: giveUp.signal }).then((answer) => {
      if (answer.ok) setMethods(answer.data.data);
    });
    return () => giveUp.abort();
  }, [known]);
  return methods;
}

const box = css({ bg: 'sunken', rounded: 'md', p: '4' });
const list = css({ paddingInlineStart: '5', listStyleType: 'disc' });

const FIRST_STEP_TEXTS: Readonly<Record<FirstStep, MessageDescriptor>> = {
  password: msg`Email address and password`,
  line: msg({ context: 'way to sign in', message: 'LINE' }),
  passkey: msg`Passkey`,
};

const SECOND_STEP_TEXTS: Readonly<Record<SecondStep, MessageDescriptor>> = {
  email: msg`Code by email`,
  sms: msg`Code by text message (SMS)`,
  totp: msg`Authenticator app`,
  passkey: msg`Passkey`,
  recovery_code: msg`Recovery code`,
};
