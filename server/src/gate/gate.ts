import { createPublicKey, type JsonWebKey, type KeyObject, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import type { Clock } from '../clock.ts';
import { ConfigError, readConfig } from '../config.ts';
import { startOfWindow } from '../domain/passports/gate-code-format.ts';
import { gateKeys } from '../domain/passports/gate-keys.ts';
import { OPERATOR_ACTIONS } from '../domain/passports/operator-actions.ts';
import { readShownCode, timeOfShownCode } from '../domain/passports/read-shown-code.ts';

const USAGE = `Check a passport at the gate:
  npm run gate -- <code>               asks the running server: valid or not, why, and whose
  npm run gate -- --offline <code>     by the public key alone: signed by us, and of this moment
                                       (GATE_PUBLIC_KEY, one or more JSON Web Keys, or this
                                       server's own)
                                       Both take the codes of the portal (P1.) and those that a
                                       phone makes without a connection (P2.).
  npm run gate -- --public-key         prints these keys, for a gate without a connection
At the counter, by the order number or the number of one passport:
  npm run gate -- --paid <number>       the price was taken, of all passports of an order
  npm run gate -- --confirmed <number>  the holder has shown their ID
  npm run gate -- --refunded <number>   the price was given back
GATE_TOKEN is the token of the gate or of the person, made by \`npm run staff\`; GATE_NAME is where the
passport is checked, if one token serves several gates. The server is the one of GATE_SERVER, or of
PORT_BASE on this machine.`;

const EXIT = { valid: 0, invalid: 1, failed: 2 } as const;

const PassportSchema = v.object({
  id: v.string(),
  holder: v.string(),
  date_of_birth: v.string(),
  design: v.string(),
  from: v.string(),
  until: v.string(),
  id_confirmed: v.boolean(),
});
const VerdictSchema = v.object({
  valid: v.boolean(),
  reason: v.nullable(v.string()),
  passport: v.nullable(PassportSchema),
  used: v.nullable(v.object({ at: v.string(), gate: v.string() })),
});

/** In words, for a person at the gate. */
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
  request_reused: 'the gate sent the number of an earlier call; try again',
  canceled: 'the passport was cancelled',
  expired: 'the passport has expired',
  payment_pending: 'the passport has not been paid for',
  upcoming: 'the passport has not started yet',
  transferring: 'the passport is being transferred',
  no_photo: 'the passport has no photo',
};

const COUNTER_REFUSALS: Readonly<Record<string, string>> = {
  'staff.not_allowed': 'the token of GATE_TOKEN does not allow this',
  'request.invalid': 'the order has several passports; use the number of one of them',
  'ap_passport.not_found': 'there is no such passport',
  'ap_passport.user.access_denied': 'there is nothing to pay, or to pay back in cash',
  'ap_passport.canceled_at.access_denied': 'the passport was cancelled or has expired',
  'ap_passport.confirmed_id_at.access_denied': 'the ID is confirmed already',
  'ap_passport.transfer_status.access_denied': 'the passport is being transferred',
  'ap_passport.photo.required': 'the passport has no photo',
};

const NOT_ALLOWED: Readonly<Record<number, string>> = {
  401: 'it does not know the token of GATE_TOKEN, or the token has ended',
  403: 'the token of GATE_TOKEN does not allow this',
};

/** Where the command runs. */
export type GateTerminal = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
};

/**
 * `npm run gate`: checks gate codes and records what staff do at the counter (product §14.35).
 * @returns the exit code
 */
export async function gate(args: readonly string[], terminal: GateTerminal): Promise<number> {
  try {
    return await obey(args, terminal);
  } catch (error) {
    if (!(error instanceof ConfigError) && !(error instanceof TypeError)) throw error;
    terminal.printError(error.message);
    return EXIT.failed;
  }
}

async function obey(args: readonly string[], terminal: GateTerminal): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      offline: { type: 'boolean' },
      'public-key': { type: 'boolean' },
      paid: { type: 'boolean' },
      confirmed: { type: 'boolean' },
      refunded: { type: 'boolean' },
    },
  });
  if (values['public-key']) return printPublicKey(terminal);
  const [text] = positionals;
  if (text === undefined || positionals.length > 1) {
    terminal.printError(USAGE);
    return EXIT.failed;
  }
  const action = OPERATOR_ACTIONS.find((name) => values[name]);
  if (action) return applyAtCounter(terminal, text, action);
  return values.offline ? checkOffline(terminal, text) : checkOnline(terminal, text);
}

function printPublicKey({ env, print }: GateTerminal): number {
  const keys = gateKeys(readConfig(env)).verifying.map((key) => key.export({ format: 'jwk' }));
  print(JSON.stringify(keys.length === 1 ? keys[0] : keys));
  return EXIT.valid;
}

function checkOffline(terminal: GateTerminal, text: string): number {
  const { env, clock, print } = terminal;
  const claims = readShownCode(text, publicKeys(env));
  if (typeof claims === 'string') return refuse(terminal, claims);
  const time = timeOfShownCode(claims, clock.now());
  if (time !== 'now') return refuse(terminal, time);
  print(`VALID (signature and time only)\n  passport ${claims.passportId}`);
  print(`  code     from ${startOfWindow(claims.window).toISOString()}`);
  if (claims.grant) print(`  phone    may show codes until ${claims.grant.until.toISOString()}`);
  return EXIT.valid;
}

function publicKeys(env: GateTerminal['env']): readonly KeyObject[] {
  const given = env.GATE_PUBLIC_KEY;
  if (!given) return gateKeys(readConfig(env)).verifying;
  try {
    const keys: JsonWebKey[] = [JSON.parse(given)].flat();
    return keys.map((key) => createPublicKey({ key, format: 'jwk' }));
  } catch (cause) {
    throw new ConfigError('Please set GATE_PUBLIC_KEY to the key that --public-key prints.', {
      cause,
    });
  }
}

async function checkOnline(terminal: GateTerminal, text: string): Promise<number> {
  const { env, print } = terminal;
  const answer = await ask(env, '/operator/gate', {
    code: text,
    request_id: randomUUID(),
    gate: env.GATE_NAME || undefined,
  });
  if (!answer.ok) return failed(terminal, answer.status);
  const { valid, reason, passport, used } = v.parse(VerdictSchema, await answer.json());
  if (!valid) {
    const code = refuse(terminal, reason ?? '', passport);
    if (used) print(`  used     at ${used.gate}, ${used.at}`);
    return code;
  }
  print('VALID');
  if (passport) print(describe(passport));
  return EXIT.valid;
}

async function applyAtCounter(
  terminal: GateTerminal,
  passportId: string,
  action: string,
): Promise<number> {
  const { env, print, printError } = terminal;
  const answer = await ask(env, '/operator/counter', { passport_id: passportId, action });
  if (answer.status >= 500 || answer.status === 401) return failed(terminal, answer.status);
  const body: unknown = await answer.json();
  if (!answer.ok) {
    const { error } = v.parse(v.object({ error: v.string() }), body);
    printError(`Not done: ${COUNTER_REFUSALS[error] ?? error}`);
    return EXIT.invalid;
  }
  const { passports } = v.parse(v.object({ passports: v.array(PassportSchema) }), body);
  print([`Done: ${action}`, ...passports.map(describe)].join('\n'));
  return EXIT.valid;
}

async function ask(env: GateTerminal['env'], path: string, body: object): Promise<Response> {
  if (!env.GATE_TOKEN) {
    throw new ConfigError('Please set GATE_TOKEN to the token that `npm run staff -- add` prints.');
  }
  const server = env.GATE_SERVER || `http://localhost:${readConfig(env).ports.api}`;
  return fetch(`${server}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${env.GATE_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch((cause: unknown) => {
    const help = 'Start it, or set GATE_SERVER or PORT_BASE; --offline needs none.';
    throw new ConfigError(`No server answers at ${server}. ${help}`, { cause });
  });
}

function refuse(
  { print }: GateTerminal,
  reason: string,
  passport?: v.InferOutput<typeof PassportSchema> | null,
): number {
  print(`NOT VALID: ${REASONS[reason] ?? reason}`);
  if (passport) print(describe(passport));
  return EXIT.invalid;
}

function failed({ printError }: GateTerminal, status: number): number {
  printError(`The server could not be asked: ${NOT_ALLOWED[status] ?? status}.`);
  return EXIT.failed;
}

function describe(passport: v.InferOutput<typeof PassportSchema>): string {
  return [
    `  passport ${passport.id} (${passport.design})`,
    `  holder   ${passport.holder}, born ${passport.date_of_birth}${passport.id_confirmed ? ', ID confirmed' : ''}`,
    `  dates    ${passport.from} to ${passport.until}`,
  ].join('\n');
}
