import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { ConfigError, readConfig } from '../config.ts';
import { gateKeys } from '../domain/passports/gate-keys.ts';
import { OPERATOR_ACTIONS } from '../domain/passports/operator-actions.ts';
import { checkOffline, keepList } from './offline.ts';
import { describe, EXIT, type GateTerminal, PassportSchema, refuse } from './terminal.ts';

const USAGE = `Check a passport at the gate:
  npm run gate -- <code>               asks the running server: valid or not, why, and whose
  npm run gate -- --offline <code>     by the public key alone: signed by us, and of this moment
                                       (GATE_PUBLIC_KEY, one or more JSON Web Keys, or this
                                       server's own)
                                       Both take the codes of the portal (P1.) and those that a
                                       phone makes without a connection (P2.).
  npm run gate -- --public-key         prints these keys, for a gate without a connection
  npm run gate -- --fetch-list         keeps the list of what has become void in the file GATE_LIST,
                                       for --offline: codes of phones are refused without one that is
                                       at most GATE_LIST_MINUTES old (60), or GATE_STALE_LIST=warn
At the counter, by the order number or the number of one passport:
  npm run gate -- --paid <number>       the price was taken, of all passports of an order
  npm run gate -- --confirmed <number>  the holder has shown their ID
  npm run gate -- --refunded <number>   the price was given back
GATE_TOKEN is the token of the gate or of the person, made by \`npm run staff\`; GATE_NAME is where the
passport is checked, if one token serves several gates. The server is the one of GATE_SERVER, or of
PORT_BASE on this machine.`;

const VerdictSchema = v.object({
  valid: v.boolean(),
  reason: v.nullable(v.string()),
  passport: v.nullable(PassportSchema),
  used: v.nullable(v.object({ at: v.string(), gate: v.string() })),
});

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
      'fetch-list': { type: 'boolean' },
      paid: { type: 'boolean' },
      confirmed: { type: 'boolean' },
      refunded: { type: 'boolean' },
    },
  });
  if (values['public-key']) return printPublicKey(terminal);
  if (values['fetch-list']) return fetchList(terminal);
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

async function fetchList(terminal: GateTerminal): Promise<number> {
  const answer = await ask(terminal.env, '/operator/revocations');
  if (!answer.ok) return failed(terminal, answer.status);
  return keepList(terminal, new Uint8Array(await answer.arrayBuffer()));
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

async function ask(env: GateTerminal['env'], path: string, body?: object): Promise<Response> {
  if (!env.GATE_TOKEN) {
    throw new ConfigError('Please set GATE_TOKEN to the token that `npm run staff -- add` prints.');
  }
  const server = env.GATE_SERVER || `http://localhost:${readConfig(env).ports.api}`;
  return fetch(`${server}${path}`, {
    headers: { authorization: `Bearer ${env.GATE_TOKEN}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    const help = 'Start it, or set GATE_SERVER or PORT_BASE; --offline needs none.';
    throw new ConfigError(`No server answers at ${server}. ${help}`, { cause });
  });
}

function failed({ printError }: GateTerminal, status: number): number {
  printError(`The server could not be asked: ${NOT_ALLOWED[status] ?? status}.`);
  return EXIT.failed;
}
