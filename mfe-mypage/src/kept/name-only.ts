import { PROFILE_FIELD_NAMES, type User } from '@portal/shared-contract';

/** What a screen shows of the member without a connection; the language is none of the details. */
const KEPT = ['last_name', 'first_name', 'locale'];

/** The member without the details that no gate needs. */
export function nameOnly(user: User): User {
  const others = PROFILE_FIELD_NAMES.filter((name) => !KEPT.includes(name));
  return { ...user, ...Object.fromEntries(others.map((name) => [name, null])) } as User;
}
