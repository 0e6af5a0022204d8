import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { startOfWindow } from '@portal/server-passports/turnstile/code-format';
import { turnstileKeys } from '@portal/server-passports/turnstile/keys';
import { readShownCode, timeOfShownCode } from '@portal/server-passports/turnstile/read-shown-code';
import {
  type RevocationList,
  readRevocations,
} from '@portal/server-passports/turnstile/revocation-list-format';
import { ConfigError } from '@portal/shared-process/config-error';
import { readEnvironment } from '@portal/shared-process/setting-values';
import * as v from 'valibot';
import { readConfig } from '../config.ts';
import { EXIT, refuse, type TurnstileTerminal } from './terminal.ts';

const MINUTE_MS = 60_000;

/** The settings of a turnstile without a connection, which has none of the server's. */
const SettingsSchema = v.object({
  /** Where the list is kept. */
  TURNSTILE_LIST: v.optional(v.string()),
  /** How old the list may be. */
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

/**
 * Checks a code without a server: signatures, time, and the list of what has become void. The
 * server's own codes are five minutes old at most, so an old list is said and does not refuse them.
 */
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

function readList(
  file: string | undefined,
  keys: readonly KeyObject[],
): RevocationList | undefined {
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
