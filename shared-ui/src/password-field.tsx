import { Trans, useLingui } from '@lingui/react/macro';
import { type Strength, strengthOf } from '@portal/shared-contract/password-strength';
import { type ComponentPropsWithRef, type ReactNode, useState } from 'react';
import { control } from '#styled/recipes/control.js';
import { field } from '#styled/recipes/field.js';
import { passwordStrength } from '#styled/recipes/password-strength.js';
import { FieldFrame, type FieldProps, useControlTies } from './field.tsx';

type InputProps = Omit<
  ComponentPropsWithRef<'input'>,
  'className' | 'style' | 'id' | 'type' | 'autoComplete'
>;

type PasswordFieldProps = FieldProps &
  InputProps & {
    /** Tells the password manager whether to fill in or to generate a password. */
    readonly autoComplete: 'current-password' | 'new-password';
    /** Shown below the field: the strength of the password. */
    readonly strength?: ReactNode;
  };

export function PasswordField(props: PasswordFieldProps) {
  const { label, hint, error, required = false, strength, ...input } = props;
  const { t } = useLingui();
  const [shown, setShown] = useState(false);
  const { 'aria-describedby': described = '', ...ties } = useControlTies(
    { hint, error, required },
    input.name,
  );
  const strengthId = `${ties.id}-strength`;
  const styles = field();
  return (
    <FieldFrame {...{ label, hint, error, required }} id={ties.id}>
      <div className={styles.box}>
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          {...ties}
          aria-describedby={`${described} ${strength ? strengthId : ''}`.trim() || undefined}
          type={shown ? 'text' : 'password'}
          className={control({ kind: 'password' })}
        />
        <button
          type="button"
          aria-label={shown ? t`Hide password` : t`Show password`}
          aria-controls={ties.id}
          onClick={() => setShown(!shown)}
          className={styles.reveal}
        >
          {shown ? <Trans>Hide</Trans> : <Trans>Show</Trans>}
        </button>
      </div>
      {'strength' in props && (
        <div id={strengthId} aria-live="polite">
          {strength}
        </div>
      )}
    </FieldFrame>
  );
}

export type NewPasswordFieldProps = Omit<
  PasswordFieldProps,
  'label' | 'hint' | 'autoComplete' | 'required' | 'strength'
> & {
  /** Defaults to "New password". */
  readonly label?: string;
};

export function NewPasswordField(props: NewPasswordFieldProps) {
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

function StrengthHint({ strength }: { readonly strength: Strength }) {
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
