import type { Member } from '../support/members.ts';

/** What a step asks for; labels are the English ones. */
export type Field = {
  readonly text: string;
  readonly value: string;
  /** A secret is gone after a reload or Back. */
  readonly secret?: true;
};

export type Step = {
  readonly path: `/${string}`;
  readonly heading: string;
  readonly fields?: readonly Field[];
  /** The button that submits the fields. */
  readonly press?: string;
  /** The button leads to the identity provider, which asks for a step-up and leads back: what was pressed goes on. */
  readonly stepUp?: true;
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
    readonly heading: string;
  };
  /** All calls that succeed on the way, each exactly this often. */
  readonly calls: readonly string[];
};

const VERIFY = 'POST /mfa/verify-code';
const NEW_PASSWORD = 'yuzu-to-matcha-28';

export type FlowName = 'change-email' | 'change-password' | 'mfa-settings';

/** A flow of each kind, as a member goes through it: with a code, with passwords, and with a second press. */
export const FLOWS: Readonly<
  Record<FlowName, (member: Pick<Member, 'email' | 'password'>) => AccountFlow>
> = {
  'change-email': ({ email, password }) => ({
    steps: [
      {
        path: '/account/change-email',
        heading: 'Change email address',
        press: 'Continue',
        stepUp: true,
      },
      {
        path: '/account/change-email/form',
        heading: 'Enter the new address',
        fields: [
          { text: 'New email address', value: `new.${email}` },
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
        stepUp: true,
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
  'mfa-settings': () => ({
    steps: [
      {
        path: '/account/mfa-settings',
        heading: 'Two-step verification',
        press: 'Turn on',
        stepUp: true,
      },
    ],
    end: { path: '/account/mfa-settings/complete', heading: 'Two-step verification is on' },
    calls: ['PUT /me/mfa/enable'],
  }),
};
