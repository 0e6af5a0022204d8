import { type FlowName, flowMember, type Member } from '../support/members.ts';

/** Something that a step asks for; labels are the English ones. */
export type Field =
  | {
      readonly text: string;
      readonly value: string;
      /** A secret: gone after a reload or a way back, by design (decisions.md «Flows»). */
      readonly secret?: true;
    }
  /** One of several. */
  | { readonly choice: string }
  /** Filled by the page itself, from what was typed before it. */
  | { readonly arrives: string; readonly value: string };

export type Step = {
  readonly path: `/${string}`;
  readonly heading: string;
  readonly fields?: readonly Field[];
  /** The button that submits the fields. */
  readonly press?: string;
  /** What it leads to is in the browser already: without a connection it goes on all the same. */
  readonly local?: true;
  /** Leads to LINE's own page, and back by itself. */
  readonly line?: true;
  /** A code is asked for, after the button where there is one: on demand, or sent by the step before. */
  readonly code?: 'on demand' | 'sent';
  /** Whose it is, where not the member's present address. */
  readonly codeTo?: string;
};

export type AccountFlow = {
  readonly name: FlowName;
  readonly steps: readonly [Step, ...Step[]];
  /** Where it ends, and what is said there. */
  readonly end: {
    readonly path: `/${string}`;
    readonly heading?: string;
    readonly button?: string;
    /** False where a reload has nobody to show it to. */
    readonly lasts?: false;
  };
  /** The calls that succeed on the way, and nothing beside them: each exactly this often. */
  readonly calls: readonly string[];
};

const SEND = 'POST /v2/me/mfa/send-code';
const VERIFY = 'POST /mfa/verify-code';
const NEW_PASSWORD = 'yuzu-to-matcha-28';

/** Every flow of the account (decisions.md «Flows»), as `member` walks it. */
export const FLOWS: Readonly<Record<FlowName, (member: Member) => AccountFlow>> = {
  edit: () => ({
    name: 'edit',
    steps: [
      { path: '/account/edit', heading: 'Edit your profile', code: 'on demand' },
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
          { text: 'Phone number', value: '090-1234-5678' },
        ],
        press: 'Check the changes',
        local: true,
      },
      { path: '/account/edit/confirm', heading: 'Check the changes', press: 'Save' },
    ],
    end: { path: '/account/edit/complete', heading: 'Your profile has been changed' },
    calls: [SEND, VERIFY, 'PUT /me'],
  }),
  'change-email': ({ email, password }) => ({
    name: 'change-email',
    steps: [
      { path: '/account/change-email', heading: 'Change e-mail address', code: 'on demand' },
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
    calls: [SEND, VERIFY, 'PUT /me/change-email', VERIFY],
  }),
  'change-password': ({ password }) => ({
    name: 'change-password',
    steps: [
      { path: '/account/change-password', heading: 'Change password', code: 'on demand' },
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
    calls: [SEND, VERIFY, 'PUT /me/setting-password'],
  }),
  'password-settings': () => ({
    name: 'password-settings',
    steps: [
      { path: '/account/password-settings', heading: 'Set a password', code: 'on demand' },
      {
        path: '/account/password-settings/change',
        heading: 'Choose a password',
        fields: [{ text: 'New password', value: NEW_PASSWORD, secret: true }],
        press: 'Set password',
      },
    ],
    end: { path: '/account/password-settings/complete', heading: 'Your password has been set' },
    calls: [SEND, VERIFY, 'PUT /me/setting-password'],
  }),
  delete: () => ({
    name: 'delete',
    steps: [
      {
        path: '/account/delete',
        heading: 'Cancel your account',
        fields: [
          { choice: 'I no longer need it' },
          { text: 'Is there anything you would like to tell us?', value: 'ありがとう' },
        ],
        press: 'Go on to confirm',
        local: true,
      },
      {
        path: '/account/delete/confirm',
        heading: 'Close your account?',
        press: 'Close my account',
        code: 'on demand',
      },
    ],
    end: {
      path: '/account/delete/confirm',
      heading: 'This account has been cancelled',
      lasts: false,
    },
    calls: [SEND, VERIFY, 'DELETE /me'],
  }),
  'mfa-settings': () => ({
    name: 'mfa-settings',
    steps: [
      {
        path: '/account/mfa-settings',
        heading: 'Two-step verification',
        press: 'Turn on',
        code: 'on demand',
      },
    ],
    end: { path: '/account/mfa-settings/complete', heading: 'Two-step verification is on' },
    calls: [SEND, VERIFY, 'PUT /me/mfa/enable'],
  }),
  'connect-line': () => ({
    name: 'connect-line',
    steps: [
      {
        path: '/account/connect-line',
        heading: 'Connect LINE',
        press: 'Continue to LINE',
        line: true,
      },
    ],
    end: { path: '/account/connect-line/complete', heading: 'LINE is connected' },
    calls: [],
  }),
  'disconnect-line': () => ({
    name: 'disconnect-line',
    steps: [
      {
        path: '/account/connect-line',
        heading: 'Connect LINE',
        press: 'Disconnect LINE',
        code: 'on demand',
      },
    ],
    end: { path: '/account/connect-line', button: 'Continue to LINE' },
    calls: [SEND, VERIFY, 'PUT /me/unlink-line'],
  }),
};

export const FLOW_NAMES = Object.keys(FLOWS) as FlowName[];

/**
 * The step whose button carries out what the flow is for, by its place; none where that button only
 * leads to LINE.
 */
export function actingStepOf(name: FlowName): number | undefined {
  const { steps } = FLOWS[name](flowMember(name, 'session-gone'));
  const n = steps.findLastIndex(({ press, local, line }) => press && !local && !line);
  return n === -1 ? undefined : n;
}

/** The steps of a flow that ask for a code, by their place. */
export function codeStepsOf(name: FlowName): readonly number[] {
  const { steps } = FLOWS[name](flowMember(name, 'wrong-code'));
  return steps.flatMap(({ code }, n) => (code ? [n] : []));
}
