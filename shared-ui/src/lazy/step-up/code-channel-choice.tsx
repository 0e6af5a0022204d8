import { useLingui } from '@lingui/react/macro';
import type { CodeChannel, SecondStepChannel, TargetCodeType } from '@portal/shared-contract';
import { RadioGroup } from '../../choices.tsx';

/** The type of code that confirms the address or number of a channel. */
export const CHANNEL_CODE_TYPES = {
  email: 'verify_email_by_user',
  sms: 'verify_phone',
} as const satisfies Record<CodeChannel, TargetCodeType>;

type Props = {
  readonly value: SecondStepChannel;
  readonly onChange: (channel: SecondStepChannel) => void;
  /** The masked address. */
  readonly email: string;
  /** The masked number, or null if the profile has none. */
  readonly phone: string | null;
  /** Offers to do without codes. */
  readonly none?: { readonly hint: string; readonly disabled: boolean };
};

export function CodeChannelChoice(props: Props) {
  const { value, onChange, email, phone, none } = props;
  const { t } = useLingui();
  return (
    <RadioGroup
      name="channel"
      label={t`Where should the codes go?`}
      value={value}
      onChange={onChange}
      options={[
        { value: 'email', label: t`Email`, hint: email },
        {
          value: 'sms',
          label: t`Text message (SMS)`,
          hint: phone ?? t`Needs a phone number in your profile.`,
          disabled: phone === null,
        },
        ...(none
          ? [
              {
                value: 'none' as const,
                label: t`No codes: passkeys and the authenticator app only`,
                ...none,
              },
            ]
          : []),
      ]}
    />
  );
}
