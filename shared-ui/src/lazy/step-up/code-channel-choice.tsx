import { useLingui } from '@lingui/react/macro';
import type { CodeChannel, TargetCodeType } from '@portal/shared-contract';
import type { ReactElement } from 'react';
import { RadioGroup } from '../../choices.tsx';

/** The type of code that confirms the address or number of a channel (product §12.39). */
export const CHANNEL_CODE_TYPES = {
  email: 'verify_email_by_user',
  sms: 'verify_phone',
} as const satisfies Record<CodeChannel, TargetCodeType>;

type Props = {
  readonly value: CodeChannel;
  readonly onChange: (channel: CodeChannel) => void;
  /** The masked address. */
  readonly email: string;
  /** The masked number, or null if the profile has none. */
  readonly phone: string | null;
};

/** Chooses where the codes of the second step are sent. */
export function CodeChannelChoice({ value, onChange, email, phone }: Props): ReactElement {
  const { t } = useLingui();
  return (
    <RadioGroup
      name="channel"
      label={t`Where should the codes go?`}
      value={value}
      onChange={(chosen) => onChange(chosen === 'sms' ? 'sms' : 'email')}
      options={[
        { value: 'email', label: t`E-mail`, hint: email },
        {
          value: 'sms',
          label: t`Text message (SMS)`,
          hint: phone ?? t`Needs a phone number in your profile.`,
          disabled: phone === null,
        },
      ]}
    />
  );
}
