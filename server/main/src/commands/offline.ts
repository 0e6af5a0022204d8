import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { startOfWindow, turnstileKeys } from '@portal/server-passports/turnstile/code-format';
import { readShownCode, timeOfShownCode } from '@portal/server-passports/turnstile/read-shown-code';
import {
  type RevocationList,
  readRevocations,
} from '@portal/server-passports/turnstile/revocation-list-format';
import type { Clock } from '@portal/server-platform/clock';
import { ConfigError } from '@portal/shared-process/command-line';
import { readEnvironment } from '@portal/shared-process/setting-values';
import * as v from 'valibot';
import { readConfig } from '../config.ts';

export type TurnstileTerminal = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
};

export const EXIT = { valid: 0, invalid: 1, failed: 2 } as const;

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

export function refuse(
  { print }: TurnstileTerminal,
  reason: string,
  passport?: v.InferOutput<typeof PassportSchema> | null,
): number {
  print(`NOT VALID: ${REASONS[reason] ?? reason}`);
  if (passport) print(describe(passport));
  return EXIT.invalid;
}

export function describe(passport: v.InferOutput<typeof PassportSchema>): string {
  return [
    `  passport ${passport.id} (${passport.design})`,
    `  holder   ${passport.holder}, born ${passport.date_of_birth}${passport.id_confirmed ? ', ID confirmed' : ''}`,
    `  dates    ${passport.from} to ${passport.until}`,
  ].join('\n');
}

const MINUTE_MS = 60_000;

/** The settings of a turnstile without a connection, which has none of the server's. */
const SettingsSchema = v.object({
  TURNSTILE_LIST: v.optional(v.string()),
  TURNSTILE_LIST_MINUTES: v.optional(
    v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/, 'a number of minutes'), v.transform(Number)),
    '60',
  ),
  /** What happens to the codes of phones, which hold for two days, when the list is older than that. */
  TURNSTILE_STALE_LIST: v.optional(v.picklist(['refuse', 'warn'], 'refuse or warn'), 'refuse'),
});

function settingsOf(env: TurnstileTerminal['env']): v.InferOutput<typeof SettingsSchema> {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  return readEnvironment(SettingsSchema, set);
}

/** Checks a code by signatures, time and list. Our own codes live five minutes, so an old list refuses none. */
export function checkOffline(terminal: TurnstileTerminal, text: string): number {
  const { env, clock, print } = terminal;
  const settings = settingsOf(env);
  const keys = publicKeys(env);
  const claims = readShownCode(text, keys);
  if (typeof claims === 'string') return refuse(terminal, claims);
  const now = clock.now();
  const time = timeOfShownCode(claims, now);
  if (time !== 'now') return refuse(terminal, time);
  const list = readList(settings.TURNSTILE_LIST, keys);
  const revoked = list?.refusalOf(claims);
  if (revoked) return refuse(terminal, revoked);
  const isOld = !list || ageOf(list, now) > settings.TURNSTILE_LIST_MINUTES;
  const listLine = `  list     ${ageText(list, now)}${isOld ? ', TOO OLD: get a new one' : ''}`;
  if (isOld && claims.grant && settings.TURNSTILE_STALE_LIST === 'refuse') {
    const code = refuse(terminal, 'list_old');
    print(listLine);
    return code;
  }
  print(`VALID (signature, time and list only)\n  passport ${claims.passportId}`);
  print(`  code     from ${startOfWindow(claims.window).toISOString()}`);
  if (claims.grant) print(`  phone    may show codes until ${claims.grant.until.toISOString()}`);
  print(listLine);
  return EXIT.valid;
}

/** Keeps a new list in place of the one before, unless it is older. */
export function keepList(terminal: TurnstileTerminal, bytes: Uint8Array): number {
  const { TURNSTILE_LIST: file } = settingsOf(terminal.env);
  if (!file)
    throw new ConfigError('Please set TURNSTILE_LIST to the file in which the list is kept.');
  const keys = publicKeys(terminal.env);
  const list = readRevocations(bytes, keys);
  if (!list) {
    terminal.printError(
      'The list was not signed by us. Look at TURNSTILE_PUBLIC_KEY and TURNSTILE_SERVER.',
    );
    return EXIT.failed;
  }
  const known = readList(file, keys);
  if (!known || known.madeAt <= list.madeAt) {
    // In one step, so that a check at the same time reads the one or the other.
    writeFileSync(`${file}.new`, bytes);
    renameSync(`${file}.new`, file);
  }
  terminal.print(`List of ${list.madeAt.toISOString()}: ${bytes.length} bytes`);
  return EXIT.valid;
}

function readList(file: string | undefined, keys: readonly KeyObject[]) {
  if (!file) return undefined;
  try {
    return readRevocations(readFileSync(file), keys);
  } catch {
    return undefined;
  }
}

const ageOf = ({ madeAt }: RevocationList, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - madeAt.getTime()) / MINUTE_MS));

const ageText = (list: RevocationList | undefined, now: Date): string =>
  list ? `${ageOf(list, now)} minutes old` : 'none';

function publicKeys(env: TurnstileTerminal['env']): readonly KeyObject[] {
  const given = env.TURNSTILE_PUBLIC_KEY;
  if (!given) return turnstileKeys(readConfig(env)).verifying;
  try {
    const keys: JsonWebKey[] = [JSON.parse(given)].flat();
    return keys.map((key) => createPublicKey({ key, format: 'jwk' }));
  } catch (cause) {
    throw new ConfigError('Please set TURNSTILE_PUBLIC_KEY to the key that --public-key prints.', {
      cause,
    });
  }
}
