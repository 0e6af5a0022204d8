import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { choice } from '#styled/recipes/choice.js';
import { field } from '#styled/recipes/field.js';
import { fieldset } from '#styled/recipes/fieldset.js';
import {
  FieldError,
  FieldHint,
  type FieldProps,
  GroupFrame,
  RequiredMark,
  useControlTies,
} from './field.tsx';

type Look = { readonly look?: 'plain' | 'card' };

export type CheckboxProps = FieldProps &
  Look &
  Omit<ComponentPropsWithRef<'input'>, 'className' | 'style' | 'id' | 'type'>;

export function Checkbox(props: CheckboxProps) {
  const { label, hint, error, required = false, look, ...input } = props;
  const ties = useControlTies({ hint, error, required }, input.name);
  const styles = choice({ look });
  return (
    <div className={field().root}>
      <label className={styles.root}>
        <input {...input} {...ties} type="checkbox" className={styles.input} />
        <span className={styles.words}>
          {label} {required && <RequiredMark />}
        </span>
      </label>
      {hint && <FieldHint id={ties.id}>{hint}</FieldHint>}
      {error && <FieldError id={ties.id}>{error}</FieldError>}
    </div>
  );
}

export type RadioOption<Value extends string = string> = {
  readonly value: Value;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
};

export type RadioGroupProps<Value extends string = string> = FieldProps &
  Look & {
    readonly name: string;
    readonly options: readonly RadioOption<NoInfer<Value>>[];
    /** '' while nothing is chosen. */
    readonly value: Value;
    readonly onChange: (value: Value) => void;
  };

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, hint, error, required = false, look, name, options, value, onChange } = props;
  const { id, 'aria-describedby': described } = useControlTies({ hint, error, required }, name);
  const styles = choice({ look });
  return (
    <GroupFrame {...{ id, label, hint, error, required }} aria-describedby={described}>
      <div className={styles.group}>
        {options.map((option) => (
          <label key={option.value} className={styles.root}>
            <input
              type="radio"
              name={name}
              value={option.value}
              disabled={option.disabled}
              required={required}
              aria-invalid={Boolean(error)}
              onChange={() => onChange(option.value)}
              checked={value === option.value}
              className={styles.input}
            />
            <span className={styles.words}>
              {option.label}
              {option.hint && <span className={styles.hint}>{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </GroupFrame>
  );
}

export type FieldsetProps = { readonly legend: ReactNode; readonly children: ReactNode };

export function Fieldset({ legend, children }: FieldsetProps) {
  const styles = fieldset();
  const id = useId();
  return (
    <fieldset className={styles.root} aria-labelledby={id}>
      <legend id={id} className={styles.legend}>
        {legend}
      </legend>
      <div className={styles.body}>{children}</div>
    </fieldset>
  );
}
