import { Trans } from '@lingui/react/macro';
import { useLocale } from '@portal/kit/routing';
import { type PortalForm, TextField } from '@portal/kit/ui/forms';
import type { ReactElement } from 'react';
import type { holderFormSchema } from './holder-errors.ts';

type Props = { readonly form: PortalForm<ReturnType<typeof holderFormSchema>> };

/** The name of somebody else who will use the passport, in the order of the language. */
export function NameFields({ form }: Props): ReactElement {
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
  return <>{useLocale() === 'ja' ? [lastName, firstName] : [firstName, lastName]}</>;
}
