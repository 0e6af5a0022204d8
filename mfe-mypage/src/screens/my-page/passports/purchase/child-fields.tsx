import { Trans } from '@lingui/react/macro';
import { useLocale } from '@portal/shared-routing';
import { DateOfBirthField } from '@portal/shared-ui/date-of-birth-field';
import { type PortalForm, TextField } from '@portal/shared-ui/forms';
import type { ReactElement } from 'react';
import type { HolderFormSchema } from './holder-errors.ts';

type Props = { readonly form: PortalForm<typeof HolderFormSchema>; readonly today: string };

/** The name and date of birth of the child who will use the passport. */
export function ChildFields({ form, today }: Props): ReactElement {
  const lastName = (
    <TextField
      key="last"
      {...form.text('last_name')}
      label={<Trans>Last name</Trans>}
      required
      autoComplete="off"
    />
  );
  const firstName = (
    <TextField
      key="first"
      {...form.text('first_name')}
      label={<Trans>First name</Trans>}
      required
      autoComplete="off"
    />
  );
  return (
    <>
      {useLocale() === 'ja' ? [lastName, firstName] : [firstName, lastName]}
      <DateOfBirthField
        {...form.control('date_of_birth')}
        label={<Trans>Date of birth</Trans>}
        hint={<Trans>Children under 3 on the first day of use enter free.</Trans>}
        required
        today={today}
      />
    </>
  );
}
