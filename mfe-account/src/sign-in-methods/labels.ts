import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FirstStep, SecondStep } from '@portal/kit/contract';

export const FIRST_STEP_TEXTS: Readonly<Record<FirstStep, MessageDescriptor>> = {
  password: msg`E-mail address and password`,
  line: msg({ context: 'way to sign in', message: 'LINE' }),
  passkey: msg`Passkey`,
};

export const SECOND_STEP_TEXTS: Readonly<Record<SecondStep, MessageDescriptor>> = {
  email: msg`Code by e-mail`,
  sms: msg`Code by text message (SMS)`,
  totp: msg`Authenticator app`,
  passkey: msg`Passkey`,
  recovery_code: msg`Recovery code`,
};
