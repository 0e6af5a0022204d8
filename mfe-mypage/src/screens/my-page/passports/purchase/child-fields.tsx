import { Trans } from '@lingui/react/macro';
import { DateOfBirthField } from '@portal/shared-ui/date-of-birth-field';
import { type PortalForm, TextField } from '@portal/shared-ui/forms';
import type { ReactElement } from 'react';
import type { HolderFormSchema } from './holder-errors.ts';

type Props = { readonly form: PortalForm<typeof HolderFormSchema>; readonly today: string };

/** The name and date of birth of the child who will use the passport. */
export function ChildFields({ form, today }: Props): ReactElement {
  return (
    <>
      <TextField
        {...form.text('last_name')}
        label={<Trans>Last name</Trans>}
        required
        autoComplete="off"
      />
      <TextField
        {...form.text('first_name')}
        label={<Trans>First name</Trans>}
        required
        autoComplete="off"
      />
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
