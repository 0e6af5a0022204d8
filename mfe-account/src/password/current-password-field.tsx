import { useLingui } from '@lingui/react/macro';
import { type Action, apiErrorText, PasswordField, type PortalForm } from '@portal/shared-ui/forms';
import type { ReactElement, Ref } from 'react';

type Props = {
  readonly field: ReturnType<PortalForm['password']>;
  readonly ref: Ref<HTMLInputElement>;
  readonly action: Pick<Action, 'error' | 'clear'>;
  /** The action failed because of this password. Its error shows here until the member types. */
  readonly wrong: boolean;
};

/** Asks for the password that protects a change. */
export function CurrentPasswordField({ field, ref, action, wrong }: Props): ReactElement {
  const { t, i18n } = useLingui();
  return (
    <PasswordField
      {...field}
      ref={ref}
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
