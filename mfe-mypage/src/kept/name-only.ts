import { PROFILE_FIELD_NAMES, type User } from '@portal/kit/contract';

/** What a screen shows of the member without a connection; the language is none of the details. */
const KEPT = ['last_name', 'first_name', 'locale'];

/** In place of the address, which an answer of the API always has (RFC 2606 §2). */
const NO_ADDRESS = 'not-kept@example.invalid';

/** The member without the details that no turnstile needs. */
export function nameOnly(user: User): User {
  const others = PROFILE_FIELD_NAMES.filter((name) => !KEPT.includes(name));
  const without = Object.fromEntries(others.map((name) => [name, null]));
  return { ...user, ...without, email: NO_ADDRESS } as User;
}
