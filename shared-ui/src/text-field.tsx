import { useLingui } from '@lingui/react/macro';
import type { ComponentPropsWithRef } from 'react';
import { control } from '#styled/recipes/control.js';
import { field } from '#styled/recipes/field.js';
import { FieldFrame, type FieldProps, useControlTies } from './field.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

type Typed = {
  /** Shows how much of `maxLength` the `value` has. The schema enforces the limit. */
  readonly counter?: boolean;
};
type Own = 'className' | 'style' | 'id' | 'prefix' | 'size';
export type TextFieldProps = FieldProps & Typed & Omit<ComponentPropsWithRef<'input'>, Own>;
export type TextAreaProps = FieldProps & Typed & Omit<ComponentPropsWithRef<'textarea'>, Own>;

/** A text field of one line. Set `type`, `inputMode` and `autoComplete` for its purpose (design §6.2). */
export function TextField(props: TextFieldProps) {
  const { frame, typed } = useTextField(props);
  return (
    <FieldFrame {...frame}>
      <div className={field().box}>
        <input type="text" {...typed} className={control()} />
      </div>
    </FieldFrame>
  );
}

export function TextArea(props: TextAreaProps) {
  const { frame, typed } = useTextField(props);
  return (
    <FieldFrame {...frame}>
      <textarea {...typed} className={control({ kind: 'area' })} />
    </FieldFrame>
  );
}

export type EmailFieldProps = Omit<
  TextFieldProps,
  'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize' | 'spellCheck'
> & {
  /** `username` where the address says whose account it is; the password manager then fills it in. */
  readonly autoComplete?: 'email' | 'username';
};

export function EmailField(props: EmailFieldProps) {
  return (
    <TextField
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}

/** What the frame has of a field's properties, and what its control has. */
function useTextField<Props extends TextFieldProps | TextAreaProps>(props: Props) {
  const { label, hint, error, required = false, counter, ...typed } = props;
  const ties = useControlTies({ hint, error, required }, typed.name);
  const { value = '', maxLength } = typed;
  // A field with a counter may exceed its limit, because cutting off a paste silently would lose text.
  const isCounted = counter && maxLength !== undefined;
  const foot = isCounted ? <Counter used={lengthOf(value)} most={maxLength} /> : undefined;
  return {
    frame: { label, hint, error, required, id: ties.id, foot },
    typed: { ...typed, ...ties, ...(isCounted && { maxLength: undefined }) },
  };
}

/** Counts characters as a person does: an emoji is one. */
const lengthOf = (value: unknown): number => [...String(value)].length;

function Counter({ used, most }: { readonly used: number; readonly most: number }) {
  const { t } = useLingui();
  return (
    <>
      <span aria-hidden="true">
        {used} / {most}
      </span>
      <VisuallyHidden>{t`${used} of ${most} characters`}</VisuallyHidden>
    </>
  );
}
