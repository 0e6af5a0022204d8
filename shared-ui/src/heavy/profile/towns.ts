import type { Address } from '@portal/shared-contract';
import type { ProfileValues } from './profile-values.ts';

/** The part of the form that a postal code can fill. */
export type Place = Pick<ProfileValues, 'prefecture' | 'city' | 'address'>;

export const placeOf = (town: Address): Place => ({
  prefecture: String(town.prefecture.id),
  city: town.city,
  address: town.town,
});

/**
 * What a postal code's one town may fill by itself: fields that are empty, and those that the look-up
 * before has filled and nobody has touched. What was typed is never overwritten (issue 3).
 * @param filled what the look-up before has put in
 */
export function fillable(now: Place, filled: Partial<Place>, found: Place): Partial<Place> {
  const fields = ['prefecture', 'city', 'address'] as const;
  return Object.fromEntries(
    fields
      .filter((field) => now[field].trim() === '' || now[field] === filled[field])
      .filter((field) => found[field] !== '')
      .map((field) => [field, found[field]]),
  );
}

/** Whether the form already says what was found; a longer address line says it too. */
export function isSamePlace(now: Place, found: Place): boolean {
  return (
    now.prefecture === found.prefecture &&
    now.city === found.city &&
    now.address.startsWith(found.address)
  );
}
