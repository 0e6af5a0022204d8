import { Trans } from '@lingui/react/macro';
import { addYears } from '@portal/kit/contract';
import { DateOfBirthField } from '@portal/kit/ui/date-of-birth-field';
import type { PortalForm } from '@portal/kit/ui/forms';
import type { ReactElement } from 'react';
import type { holderFormSchema } from './holder-errors.ts';
import { NameFields } from './name-fields.tsx';

type Props = {
  readonly form: PortalForm<ReturnType<typeof holderFormSchema>>;
  /** In Japan, YYYY-MM-DD. */
  readonly today: string;
  readonly childBelowYears: number;
};

/** Where the wheels of a child's date of birth start while nothing is chosen. */
const START_YEARS_AGO = 8;

/** The name and date of birth of the child who will use the passport. */
export function ChildFields({ form, today, childBelowYears }: Props): ReactElement {
  return (
    <>
      <NameFields form={form} />
      <DateOfBirthField
        {...form.control('date_of_birth')}
        label={<Trans>Date of birth</Trans>}
        hint={
          <Trans>
            A child is under {childBelowYears} on the start date. Children under 3 enter free.
          </Trans>
        }
        required
        today={today}
        start={addYears(today, -START_YEARS_AGO)}
      />
    </>
  );
}
