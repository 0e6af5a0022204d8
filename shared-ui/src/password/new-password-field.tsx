import { Trans, useLingui } from '@lingui/react/macro';
import { type Strength, strengthOf } from '@portal/shared-contract/password-strength';
import { type ReactElement, useState } from 'react';
import { passwordStrength } from '#styled/recipes/password-strength.js';
import { PasswordField, type PasswordFieldProps } from '../password-field.tsx';

export type NewPasswordFieldProps = Omit<
  PasswordFieldProps,
  'label' | 'hint' | 'autoComplete' | 'required' | 'strength'
> & {
  /** Defaults to "New password". */
  readonly label?: string;
};

export function NewPasswordField(props: NewPasswordFieldProps): ReactElement {
  const { label, onChange, ...rest } = props;
  const { t } = useLingui();
  const [strength, setStrength] = useState<Strength>();
  return (
    <PasswordField
      {...rest}
      label={label ?? t`New password`}
      hint={t`8 to 128 characters of any kind. A few words that only you would put together are easy to remember and hard to guess.`}
      autoComplete="new-password"
      required
      onChange={(event) => {
        const { value } = event.target;
        setStrength(value ? strengthOf(value) : undefined);
        onChange?.(event);
      }}
      strength={strength && <StrengthHint strength={strength} />}
    />
  );
}

function StrengthHint({ strength }: { readonly strength: Strength }): ReactElement {
  const styles = passwordStrength();
  return (
    <p className={styles.root}>
      <span aria-hidden="true" className={styles.bar} data-strength={strength} />
      <span>
        {strength === 'too_short' && <Trans context="password strength">Still too short</Trans>}
        {strength === 'weak' && <Trans context="password strength">Easy to guess</Trans>}
        {strength === 'fair' && <Trans context="password strength">Good</Trans>}
        {strength === 'strong' && <Trans context="password strength">Very good</Trans>}
      </span>
    </p>
  );
}
