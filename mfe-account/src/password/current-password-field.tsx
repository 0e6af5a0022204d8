import { useLingui } from '@lingui/react/macro';
import { type Action, apiErrorText, PasswordField, type PortalForm } from '@portal/kit/ui/forms';
import { useEffect, useRef } from 'react';

type Props = {
  readonly field: ReturnType<PortalForm['password']>;
  readonly action: Pick<Action, 'error' | 'clear'>;
  /** The action failed because of this password. Its error shows here until the member types. */
  readonly wrong: boolean;
};

/** Asks for the password that protects a change. It takes the focus, with its error, when it was wrong. */
export function CurrentPasswordField({ field, action, wrong }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (wrong && action.error) input.current?.focus();
  }, [wrong, action.error]);
  const { t, i18n } = useLingui();
  return (
    <PasswordField
      {...field}
      ref={input}
      autoComplete="current-password"
      label={t`Current password`}
      required
      onChange={(event) => {
        if (wrong) action.clear();
        field.onChange(event);
      }}
      error={
        field.error ?? (wrong && action.error ? i18n._(apiErrorText(action.error)) : undefined)
      }
    />
  );
}
