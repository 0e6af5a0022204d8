import { EARLIEST_BIRTH_YEAR } from '@portal/shared-contract';
import { DateField, type DateFieldProps } from './date-field.tsx';

export type DateOfBirthFieldProps = Omit<DateFieldProps, 'range' | 'start' | 'birthday'> & {
  /** Today, YYYY-MM-DD: the last date that the wheels offer. */
  readonly today: string;
  /** Where the wheels start while nothing is chosen, YYYY-MM-DD; default: not far from most members'. */
  readonly start?: string;
};

const EARLIEST = `${EARLIEST_BIRTH_YEAR}-01-01`;
const START = '1990-01-01';

/** A date of birth from 1900 to today: wheels on a phone, three text fields elsewhere. */
export function DateOfBirthField({ today, start = START, ...rest }: DateOfBirthFieldProps) {
  return <DateField {...rest} range={{ first: EARLIEST, last: today }} start={start} birthday />;
}
