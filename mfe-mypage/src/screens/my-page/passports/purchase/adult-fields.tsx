import { Trans } from '@lingui/react/macro';
import { type PortalForm, TextField } from '@portal/kit/ui/forms';
import type { ReactElement } from 'react';
import type { holderFormSchema } from './holder-errors.ts';
import { NameFields } from './name-fields.tsx';

type Props = { readonly form: PortalForm<ReturnType<typeof holderFormSchema>> };

/** The name of another adult, and where the invitation goes. */
export function AdultFields({ form }: Props): ReactElement {
  return (
    <>
      <NameFields form={form} />
      <TextField
        {...form.text('email')}
        label={<Trans>Their email address</Trans>}
        hint={
          <Trans>
            Only somebody who signs in with this address can accept the passport. They then add
            their own photo. Until then it stays yours and opens no gate.
          </Trans>
        }
        type="email"
        required
        autoComplete="off"
      />
    </>
  );
}
