import type { Clock } from '@portal/server-platform/clock';
import * as v from 'valibot';

/** Where the command runs. */
export type TurnstileTerminal = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
};

/** The exit codes of the command. */
export const EXIT = { valid: 0, invalid: 1, failed: 2 } as const;

/** What the server says of a passport. */
export const PassportSchema = v.object({
  id: v.string(),
  holder: v.string(),
  date_of_birth: v.string(),
  design: v.string(),
  from: v.string(),
  until: v.string(),
  id_confirmed: v.boolean(),
});
/** In words, for a person at the turnstile. */
const REASONS: Readonly<Record<string, string>> = {
  malformed: 'this is not a code of a passport',
  forged: 'this code was not signed by us',
  other_device: 'this code was not made by the phone that the passport is on',
  early: 'this code is for later',
  late: 'this code is too old; ask for the present one',
  grant_early: 'the phone may show this passport from a later day on',
  grant_ended:
    'the phone was without a connection for too long; ask for the code with a connection',
  signed_out: 'the phone has been signed out since; ask for the code after signing in',
  unknown: 'there is no such passport',
  replaced: 'the passport has changed since; ask for the present code',
  used_already: 'this code was used before; ask for the next one',
  entered_already: 'this passport went in too short a time ago',
  request_reused: 'the turnstile sent the number of an earlier call; try again',
  canceled: 'the passport was cancelled',
  expired: 'the passport has expired',
  payment_pending: 'the passport has not been paid for',
  upcoming: 'the passport has not started yet',
  transferring: 'the passport is being transferred',
  list_old: 'the list of this turnstile is too old for the code of a phone; get a new list',
  no_photo: 'the passport has no photo',
};

/** Says why a code does not open the turnstile. */
export function refuse(
  { print }: TurnstileTerminal,
  reason: string,
  passport?: v.InferOutput<typeof PassportSchema> | null,
): number {
  print(`NOT VALID: ${REASONS[reason] ?? reason}`);
  if (passport) print(describe(passport));
  return EXIT.invalid;
}

/** The lines about a passport. */
export function describe(passport: v.InferOutput<typeof PassportSchema>): string {
  return [
    `  passport ${passport.id} (${passport.design})`,
    `  holder   ${passport.holder}, born ${passport.date_of_birth}${passport.id_confirmed ? ', ID confirmed' : ''}`,
    `  dates    ${passport.from} to ${passport.until}`,
  ].join('\n');
}
