import type { DomainContext } from '../../context.ts';
import { normalizeEmail } from '../members.ts';
import { type Refused, refused } from './outcome.ts';

/** decisions.md «Flows»: the most common ones are refused. */
const COMMON_PASSWORDS = 10_000;

let common: Promise<ReadonlySet<string>> | undefined;

/** The list comes with zxcvbn, most common first, and is read when it is first asked. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const list = dictionary['passwords-common'];
  if (!list) throw new Error('The list of common passwords is missing');
  return new Set(list.slice(0, COMMON_PASSWORDS).map(String));
}

export type PasswordProblem = 'password.too_common' | 'password.is_email';

/** What the schema cannot know: common passwords, and the member's own address. */
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

/** Too many passwords are being hashed; a little later there is room. */
export function tooBusy({ clock }: DomainContext): Refused {
  return refused('too_many_attempts', {
    retryAt: new Date(clock.now().getTime() + BUSY_RETRY_MS),
  });
}

/** What whoever chose it is told. */
export function passwordRefused(key: PasswordProblem | 'password.same_as_current'): Refused {
  return refused('user.password_invalid', { descriptions: { password: [key] } });
}
