import { EARLIEST_BIRTH_YEAR } from '@portal/shared-contract';
import type { ReactElement } from 'react';
import { DateField, type DateFieldProps } from './date-field.tsx';

export type DateOfBirthFieldProps = Omit<DateFieldProps, 'range' | 'start' | 'birthday'> & {
  /** Today, YYYY-MM-DD: the wheels end there. */
  readonly today: string;
};

const EARLIEST = `${EARLIEST_BIRTH_YEAR}-01-01`;
/** Where the wheels stand for who has not chosen: a year that is near for most. */
const START = '1990-01-01';

/** A date of birth: wheels on a phone, three fields elsewhere. */
export function DateOfBirthField({ today, ...rest }: DateOfBirthFieldProps): ReactElement {
  return <DateField {...rest} range={{ first: EARLIEST, last: today }} start={START} birthday />;
}
