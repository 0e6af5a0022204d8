import type { Member } from '../support/members.ts';

/** What a step asks for; labels are the English ones. */
export type Field =
  | {
      readonly text: string;
      readonly value: string;
      /** A secret is gone after a reload or Back. */
      readonly secret?: true;
    }
  /** A radio button. */
  | { readonly choice: string }
  /** The page fills it in, from what was typed before. */
  | { readonly arrives: string; readonly value: string };

export type Step = {
  readonly path: `/${string}`;
  readonly heading: string;
  readonly fields?: readonly Field[];
  /** The button that submits the fields. */
  readonly press?: string;
  /** The next step needs no call: it opens without a connection too. */
  readonly local?: true;
  /** The button leads to LINE's own page, which leads back. */
  readonly line?: true;
  /**
   * The button leads to the identity provider, which asks for a step-up and leads back: to the next step, or
   * to this one for a second press.
   */
  readonly stepUp?: 'leads on' | 'then again';
  /** A code is asked for, which the step before has sent. */
  readonly code?: 'sent';
  /** Where the code goes if not to the member's present address. */
  readonly codeTo?: string;
};

export type AccountFlow = {
  readonly steps: readonly [Step, ...Step[]];
  /** Where the flow ends and what the page shows there. */
  readonly end: {
    readonly path: `/${string}`;
    readonly heading?: string;
    readonly button?: string;
    /** False when a reload cannot show it again. */
    readonly lasts?: false;
  };
  /** All calls that succeed on the way, each exactly this often. */
  readonly calls: readonly string[];
};

const VERIFY = 'POST /mfa/verify-code';
const NEW_PASSWORD = 'yuzu-to-matcha-28';

export type FlowName =
  | 'edit'
  | 'change-email'
  | 'change-password'
  | 'password-settings'
  | 'delete'
  | 'mfa-settings'
  | 'connect-line'
  | 'disconnect-line';

/** The state of the member who goes through a flow. */
export const FLOW_MEMBERS: Readonly<
  Record<FlowName, Partial<Pick<Member, 'mfaEnabled' | 'withoutPassword'>> & { linked?: true }>
> = {
  edit: {},
  'change-email': {},
  'change-password': {},
  'password-settings': { withoutPassword: true, linked: true },
  delete: {},
  'mfa-settings': {},
  'connect-line': {},
  'disconnect-line': { linked: true },
};

/** Every flow of the account, as a member goes through it. */
export const FLOWS: Readonly<
  Record<FlowName, (member: Pick<Member, 'email' | 'password'>) => AccountFlow>
> = {
  edit: () => ({
    steps: [
      {
        path: '/account/edit',
        heading: 'Edit your profile',
        fields: [
          { text: 'Last name in katakana', value: 'モリ' },
          { text: 'First name in katakana', value: 'アオイ' },
          { text: 'Year', value: '1990' },
          { text: 'Month', value: '04' },
          { text: 'Day', value: '05' },
          { choice: 'Female' },
          { text: 'Postal code', value: '100-0001' },
          { arrives: 'City', value: '千代田区' },
          { text: 'Street address', value: '千代田1-2' },
          { text: 'Phone number', value: '080-1234-5678' },
        ],
        press: 'Check the changes',
        local: true,
      },
      {
        path: '/account/edit/confirm',
        heading: 'Check the changes',
        // Another phone number needs a step-up.
        press: 'Save',
        stepUp: 'then again',
      },
    ],
    end: { path: '/account/edit/complete', heading: 'Your profile has been changed' },
    calls: ['PUT /me'],
  }),
  'change-email': ({ email, password }) => ({
    steps: [
      {
        path: '/account/change-email',
        heading: 'Change e-mail address',
        press: 'Continue',
        stepUp: 'leads on',
      },
      {
        path: '/account/change-email/form',
        heading: 'Enter the new address',
        fields: [
          { text: 'New e-mail address', value: `new.${email}` },
          { text: 'Current password', value: password, secret: true },
        ],
        press: 'Send a code to this address',
      },
      {
        path: '/account/change-email/verify-code',
        heading: 'Confirm the new address',
        code: 'sent',
        codeTo: `new.${email}`,
      },
    ],
    end: { path: '/account/change-email/complete', heading: 'Your address has been changed' },
    calls: ['PUT /me/change-email', VERIFY],
  }),
  'change-password': ({ password }) => ({
    steps: [
      {
        path: '/account/change-password',
        heading: 'Change password',
        press: 'Continue',
        stepUp: 'leads on',
      },
      {
        path: '/account/change-password/form',
        heading: 'Choose a new password',
        fields: [
          { text: 'Current password', value: password, secret: true },
          { text: 'New password', value: NEW_PASSWORD, secret: true },
        ],
        press: 'Change password',
      },
    ],
    end: { path: '/account/change-password/complete', heading: 'Your password has been changed' },
    calls: ['PUT /me/setting-password'],
  }),
  'password-settings': () => ({
    steps: [
      {
        path: '/account/password-settings',
        heading: 'Set a password',
        press: 'Continue',
        stepUp: 'leads on',
      },
      {
        path: '/account/password-settings/change',
        heading: 'Choose a password',
        fields: [{ text: 'New password', value: NEW_PASSWORD, secret: true }],
        press: 'Set password',
      },
    ],
    end: { path: '/account/password-settings/complete', heading: 'Your password has been set' },
    calls: ['PUT /me/setting-password'],
  }),
  delete: () => ({
    steps: [
      {
        path: '/account/delete',
        heading: 'Close your account',
        fields: [
          { choice: 'I no longer need it' },
          { text: 'Is there anything you would like to tell us?', value: 'ありがとう' },
        ],
        press: 'Continue to confirmation',
        stepUp: 'leads on',
      },
      {
        path: '/account/delete/confirm',
        heading: 'Close your account?',
        press: 'Close my account',
      },
    ],
    end: {
      path: '/account/delete/confirm',
      heading: 'Your account has been closed',
      lasts: false,
    },
    calls: ['DELETE /me'],
  }),
  'mfa-settings': () => ({
    steps: [
      {
        path: '/account/mfa-settings',
        heading: 'Two-step verification',
        press: 'Turn on',
        stepUp: 'then again',
      },
    ],
    end: { path: '/account/mfa-settings/complete', heading: 'Two-step verification is on' },
    calls: ['PUT /me/mfa/enable'],
  }),
  'connect-line': () => ({
    steps: [
      {
        path: '/account/connect-line',
        heading: 'Connect LINE',
        press: 'Continue to LINE',
        stepUp: 'then again',
        line: true,
      },
    ],
    end: { path: '/account/connect-line/complete', heading: 'LINE is connected' },
    calls: ['POST /me/link-line'],
  }),
  'disconnect-line': () => ({
    steps: [
      {
        path: '/account/connect-line',
        heading: 'Connect LINE',
        press: 'Disconnect LINE',
        stepUp: 'then again',
      },
    ],
    end: { path: '/account/connect-line', button: 'Continue to LINE' },
    calls: ['PUT /me/unlink-line'],
  }),
};

/** The structure of a flow does not depend on its member. */
const stepsOf = (name: FlowName) => FLOWS[name]({ email: '', password: '' }).steps;

/**
 * The index of the step whose button does what the flow is for; undefined for a flow whose button only
 * leads to LINE.
 */
export function actingStepOf(name: FlowName): number | undefined {
  const index = stepsOf(name).findLastIndex(({ press, local, line }) => press && !local && !line);
  return index === -1 ? undefined : index;
}

/** The indices of the steps that ask for a code. */
export function codeStepsOf(name: FlowName): readonly number[] {
  return stepsOf(name).flatMap(({ code }, index) => (code ? [index] : []));
}
