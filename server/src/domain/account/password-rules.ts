import type { DomainContext } from '../context.ts';
import { normalizeEmail } from '../members.ts';
import { type Err, err } from './outcome.ts';

/** How many of the most common passwords are refused (product §5.42). */
const COMMON_PASSWORDS = 10_000;

let common: Promise<ReadonlySet<string>> | undefined;

/** The list of zxcvbn, most common first, loaded at the first call. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const list = dictionary['passwords-common'];
  if (!list) throw new Error('The list of common passwords is missing');
  return new Set(list.slice(0, COMMON_PASSWORDS).map(String));
}

export type PasswordProblem = 'password.too_common' | 'password.is_email';

/**
 * Checks the rules that the schema cannot: common passwords (product §5.42) and the member's own
 * address (product §5.43).
 */
export async function passwordProblem(
  password: string,
  email: string,
): Promise<PasswordProblem | undefined> {
  common ??= commonPasswords();
  const plain = password.normalize('NFKC').toLowerCase();
  if ((await common).has(plain)) return 'password.too_common';
  const address = normalizeEmail(email);
  return address !== undefined && normalizeEmail(plain) === address
    ? 'password.is_email'
    : undefined;
}

const BUSY_RETRY_MS = 2000;

/** The error when too many passwords are being hashed; a later attempt will succeed. */
export function tooBusy({ clock }: DomainContext): Err {
  return err('too_many_attempts', {
    retryAt: new Date(clock.now().getTime() + BUSY_RETRY_MS),
  });
}

/** The error for a refused password, with the message key for the field. */
export function passwordRefused(key: PasswordProblem | 'password.same_as_current'): Err {
  return err('user.password_invalid', { descriptions: { password: [key] } });
}
