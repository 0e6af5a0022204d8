import { Trans } from '@lingui/react/macro';
import { type FocusEvent, type ReactNode, useId } from 'react';
import { field } from '#styled/recipes/field.js';
import { Icon } from './icon.tsx';

export type FieldProps = {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  /** Marks the field as required in words (design §6.1). The schema validates, not the browser. */
  readonly required?: boolean;
};

/** Returns the id of the control of a named field, which the error summary links to. */
export function fieldId(name: string): string {
  return `field-${name}`;
}

/** Returns the attributes that connect a control with its label, hint and error; its id derives from the name. */
export function useControlTies(
  { hint, error, required = false }: Omit<FieldProps, 'label'>,
  name: string | undefined,
) {
  const own = useId();
  const id = name ? fieldId(name) : own;
  const described = [hint && hintId(id), error && errorId(id)].filter(Boolean).join(' ');
  return {
    id,
    required,
    // Said either way: to Chromium an empty choice that is required is invalid from the start.
    'aria-invalid': Boolean(error),
    'aria-describedby': described || undefined,
  };
}

export type FieldFrameProps = FieldProps & {
  readonly id: string;
  /** Shown at the right below the control, for example a character counter. */
  readonly foot?: ReactNode;
  readonly children: ReactNode;
};

/** The frame of a field: label, hint, control and error, in this order (design §6.1). */
export function FieldFrame(props: FieldFrameProps) {
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

type GroupFrameProps = Omit<FieldFrameProps, 'foot'> & {
  readonly 'aria-describedby': string | undefined;
  readonly onBlur?: (event: FocusEvent<HTMLFieldSetElement>) => void;
};

export function GroupFrame(props: GroupFrameProps) {
  const { id, label, hint, error, required = false, children, ...attributes } = props;
  const styles = field();
  return (
    <fieldset {...attributes} id={id} className={styles.root}>
      <legend className={styles.label}>
        {label} {required && <RequiredMark />}
      </legend>
      {hint && <FieldHint id={id}>{hint}</FieldHint>}
      {children}
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  );
}

/** @param spoken set for a control that cannot say by itself that it is required */
export function RequiredMark({ spoken = false }: { readonly spoken?: boolean }) {
  return (
    <span className={field().mark} aria-hidden={!spoken}>
      <Trans>Required</Trans>
    </span>
  );
}

type NoteProps = { readonly id: string; readonly children: ReactNode };

export function FieldHint({ id, children }: NoteProps) {
  return (
    <div id={hintId(id)} className={field().hint}>
      {children}
    </div>
  );
}

export function FieldError({ id, children }: NoteProps) {
  return (
    <div id={errorId(id)} className={field().error}>
      <Icon name="error" size="sm" />
      <span>{children}</span>
    </div>
  );
}

const hintId = (id: string) => `${id}-hint`;
const errorId = (id: string) => `${id}-error`;
