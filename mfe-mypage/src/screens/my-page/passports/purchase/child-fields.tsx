import { Trans } from '@lingui/react/macro';
import { DateOfBirthField } from '@portal/shared-ui/date-of-birth-field';
import { TextField } from '@portal/shared-ui/forms';
import type { ReactElement } from 'react';
import type { Who } from './flow.ts';
import type { WhoField } from './who-problems.ts';

type Props = {
  readonly who: Who;
  readonly type: (part: Partial<Who>) => void;
  readonly errorOf: (field: WhoField) => string | undefined;
  readonly today: string;
};

/** The child who will use the pass. */
export function ChildFields({ who, type, errorOf, today }: Props): ReactElement {
  return (
    <>
      <TextField
        name="last_name"
        label={<Trans>Last name</Trans>}
        error={errorOf('last_name')}
        required
        autoComplete="off"
        value={who.last_name}
        onChange={(event) => type({ last_name: event.target.value })}
      />
      <TextField
        name="first_name"
        label={<Trans>First name</Trans>}
        error={errorOf('first_name')}
        required
        autoComplete="off"
        value={who.first_name}
        onChange={(event) => type({ first_name: event.target.value })}
      />
      <DateOfBirthField
        name="date_of_birth"
        label={<Trans>Date of birth</Trans>}
        hint={<Trans>Children under 3 on the first day of use enter free.</Trans>}
        error={errorOf('date_of_birth')}
        required
        value={who.date_of_birth}
        onChange={(date_of_birth) => type({ date_of_birth })}
        today={today}
      />
    </>
  );
}
