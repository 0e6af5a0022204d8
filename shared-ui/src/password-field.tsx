import { Trans, useLingui } from '@lingui/react/macro';
import { type ComponentPropsWithRef, type ReactElement, type ReactNode, useState } from 'react';
import { control } from '#styled/recipes/control.js';
import { field } from '#styled/recipes/field.js';
import { FieldFrame, type FieldProps, useControlTies } from './field.tsx';

type InputProps = Omit<
  ComponentPropsWithRef<'input'>,
  'className' | 'style' | 'id' | 'type' | 'autoComplete'
>;

export type PasswordFieldProps = FieldProps &
  InputProps & {
    /** Tells the password manager whether to fill in or to generate a password. */
    readonly autoComplete: 'current-password' | 'new-password';
    /** Shown below the field: the strength of the password. */
    readonly strength?: ReactNode;
  };

export function PasswordField(props: PasswordFieldProps): ReactElement {
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
