import type { Address } from '@portal/shared-contract';
import type { ProfileValues } from './profile-values.ts';

/** The fields that a postal code can fill in. */
export type Place = Pick<ProfileValues, 'prefecture' | 'city' | 'address'>;

export const placeOf = (town: Address): Place => ({
  prefecture: String(town.prefecture.id),
  city: town.city,
  address: town.town,
});

/**
 * What the only town of a postal code may fill in: fields that are empty or still as the last look-up `filled` them.
 * Typed text is never overwritten; half a place beside it would be an address that does not exist.
 */
export function fieldsToFill(now: Place, filled: Partial<Place>, found: Place): Partial<Place> {
  const fields = ['prefecture', 'city', 'address'] as const;
  const free = fields.filter((field) => now[field].trim() === '' || now[field] === filled[field]);
  const after = { ...now, ...Object.fromEntries(free.map((field) => [field, found[field]])) };
  if (!isSamePlace(after, found)) return {};
  return Object.fromEntries(
    free.filter((field) => after[field] !== now[field]).map((field) => [field, after[field]]),
  );
}

/** What goes with another postal code: what the last look-up filled in and the member has not changed. */
export function fieldsToEmpty(now: Place, filled: Partial<Place>): Partial<Place> {
  const fields = Object.keys(filled) as (keyof Place)[];
  return Object.fromEntries(
    fields.filter((field) => now[field] === filled[field]).map((field) => [field, '']),
  );
}

/** Whether the form already has the found town; the address line may continue after it. */
export function isSamePlace(now: Place, found: Place): boolean {
  return (
    now.prefecture === found.prefecture &&
    now.city === found.city &&
    now.address.startsWith(found.address)
  );
}
