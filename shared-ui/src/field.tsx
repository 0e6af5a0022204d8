import { Trans } from '@lingui/react/macro';
import { type ReactElement, type ReactNode, useId } from 'react';
import { field } from '#styled/recipes/field.js';
import { Icon } from './icon.tsx';

/** What every form field says about itself. */
export type FieldProps = {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** What is wrong, in words. Undefined while nothing is. */
  readonly error?: ReactNode;
  /** Marked in words. Forms are `noValidate`: the schema decides, not the browser. */
  readonly required?: boolean;
};

/** The attributes that tie a control to its label, hint and error. */
export type ControlTies = {
  readonly id: string;
  readonly required: boolean;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
};

/** The id of the control of a field by the field's name: where an error summary leads. */
export function fieldId(name: string): string {
  return `field-${name}`;
}

/** Ids and attributes for a field's control; the id follows from the name where there is one. */
export function useControlTies(
  { hint, error, required = false }: Omit<FieldProps, 'label'>,
  name: string | undefined,
): ControlTies {
  const own = useId();
  const id = name ? fieldId(name) : own;
  const described = [hint && hintId(id), error && errorId(id)].filter(Boolean).join(' ');
  return {
    id,
    required,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  };
}

export type FieldFrameProps = FieldProps & {
  readonly id: string;
  /** At the right of the line under the control: a counter. */
  readonly foot?: ReactNode;
  readonly children: ReactNode;
};

/** Label above, hint under it, then the control, then what is wrong. */
export function FieldFrame(props: FieldFrameProps): ReactElement {
  const { id, label, hint, error, required = false, foot, children } = props;
  const styles = field();
  return (
    <div className={styles.root}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {required && <RequiredMark />}
      </label>
      {hint && <FieldHint id={id}>{hint}</FieldHint>}
      {children}
      {(error || foot) && (
        <div className={styles.foot}>
          {error && <FieldError id={id}>{error}</FieldError>}
          {foot && <span className={styles.counter}>{foot}</span>}
        </div>
      )}
    </div>
  );
}

export function RequiredMark(): ReactElement {
  return (
    <span className={field().mark} data-required="true">
      <Trans>Required</Trans>
    </span>
  );
}

type NoteProps = { readonly id: string; readonly children: ReactNode };

export function FieldHint({ id, children }: NoteProps): ReactElement {
  return (
    <div id={hintId(id)} className={field().hint}>
      {children}
    </div>
  );
}

export function FieldError({ id, children }: NoteProps): ReactElement {
  return (
    <div id={errorId(id)} className={field().error}>
      <Icon name="error" size="sm" />
      <span>{children}</span>
    </div>
  );
}

const hintId = (id: string) => `${id}-hint`;
const errorId = (id: string) => `${id}-error`;
