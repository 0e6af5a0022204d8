import type { ReactElement } from 'react';
import { TextField, type TextFieldProps } from './text-field.tsx';

export type EmailFieldProps = Omit<
  TextFieldProps,
  'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize' | 'spellCheck'
> & {
  /** `username` where the address says whose account it is; the password manager then fills it in. */
  readonly autoComplete?: 'email' | 'username';
};

/** A field for an email address (design §6.2). */
export function EmailField(props: EmailFieldProps): ReactElement {
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
