import { randomUUID } from 'node:crypto';
import { OPERATOR_ACTIONS } from '@portal/server-passports/payments/operator-actions';
import { turnstileKeys } from '@portal/server-passports/turnstile/code-format';
import {
  ConfigError,
  helpOf,
  readWords,
  sentenceOf,
  WrongWords,
} from '@portal/shared-process/command-line';
import * as v from 'valibot';
import { readConfig } from '../config.ts';
import {
  checkOffline,
  describe,
  EXIT,
  keepList,
  PassportSchema,
  refuse,
  type TurnstileTerminal,
} from './offline.ts';

const FLAG = { type: 'boolean' } as const;
const WORDS = {
  usage: 'npm run turnstile -- <code>',
  does: 'Check a passport at the turnstile:',
  details: [
    'npm run turnstile -- <code>               asks the running server: valid or not, why, and whose',
    'npm run turnstile -- --offline <code>     by the public key alone: signed by us, and of this moment',
    '                                     (TURNSTILE_PUBLIC_KEY, one or more JSON Web Keys, or this',
    "                                     server's own)",
    '                                     Both take the codes of the portal (P1.) and those that a',
    '                                     phone makes without a connection (P2.).',
    'npm run turnstile -- --public-key         prints these keys, for a turnstile without a connection',
    'npm run turnstile -- --fetch-list         keeps the list of what has become void in the file TURNSTILE_LIST,',
    '                                     for --offline: codes of phones are refused without one that is',
    '                                     at most TURNSTILE_LIST_MINUTES old (60), or TURNSTILE_STALE_LIST=warn',
    'At the counter, by the order number or the number of one passport:',
    'npm run turnstile -- --paid <number>       the price was taken, of all passports of an order',
    'npm run turnstile -- --confirmed <number>  the holder has shown their ID',
    'npm run turnstile -- --refunded <number>   the price was given back',
    'TURNSTILE_TOKEN is the token of the turnstile or of the person, made by `npm run staff`; TURNSTILE_NAME is where the',
    'passport is checked, if one token serves several turnstiles. The server is the one of TURNSTILE_SERVER, or of',
    'PORT_BASE on this machine.',
  ],
  options: {
    offline: FLAG,
    'public-key': FLAG,
    'fetch-list': FLAG,
    paid: FLAG,
    confirmed: FLAG,
    refunded: FLAG,
  },
  positionals: [0, 1],
} as const;

const VerdictSchema = v.object({
  valid: v.boolean(),
  reason: v.nullable(v.string()),
  passport: v.nullable(PassportSchema),
  used: v.nullable(v.object({ at: v.string(), turnstile: v.string() })),
});

const COUNTER_REFUSALS: Readonly<Record<string, string>> = {
  'staff.not_allowed': 'the token of TURNSTILE_TOKEN does not allow this',
  'request.invalid': 'the order has several passports; use the number of one of them',
  'ap_passport.not_found': 'there is no such passport',
  'ap_passport.user.access_denied': 'there is nothing to pay, or to pay back in cash',
  'ap_passport.canceled_at.access_denied': 'the passport was cancelled or has expired',
  'ap_passport.confirmed_id_at.access_denied': 'the ID is confirmed already',
  'ap_passport.transfer_status.access_denied': 'the passport is being transferred',
  'ap_passport.photo.required': 'the passport has no photo',
};

const NOT_ALLOWED: Readonly<Record<number, string>> = {
  401: 'it does not know the token of TURNSTILE_TOKEN, or the token has ended',
  403: 'the token of TURNSTILE_TOKEN does not allow this',
};

/** `npm run turnstile`: checks codes and records what staff do at the counter; returns the exit code. */
export async function turnstile(args: readonly string[], terminal: TurnstileTerminal) {
  try {
    return await obey(args, terminal);
  } catch (error) {
    const sentence = sentenceOf(error);
    if (sentence === undefined) throw error;
    terminal.printError(error instanceof WrongWords ? `${sentence}\n\n${helpOf(WORDS)}` : sentence);
    return EXIT.failed;
  }
}

async function obey(args: readonly string[], terminal: TurnstileTerminal): Promise<number> {
  const words = readWords(WORDS, args);
  if (!words) {
    terminal.print(helpOf(WORDS));
    return EXIT.valid;
  }
  const { values, positionals } = words;
  if (values['public-key']) return printPublicKey(terminal);
  if (values['fetch-list']) return fetchList(terminal);
  const [text] = positionals;
  if (text === undefined) throw new WrongWords('A code or a number is missing.');
  const action = OPERATOR_ACTIONS.find((name) => values[name]);
  if (action) return applyAtCounter(terminal, text, action);
  return values.offline ? checkOffline(terminal, text) : checkOnline(terminal, text);
}

function printPublicKey({ env, print }: TurnstileTerminal): number {
  const keys = turnstileKeys(readConfig(env)).verifying.map((key) => key.export({ format: 'jwk' }));
  print(JSON.stringify(keys.length === 1 ? keys[0] : keys));
  return EXIT.valid;
}

async function fetchList(terminal: TurnstileTerminal): Promise<number> {
  const answer = await ask(terminal.env, '/operator/revocations');
  if (!answer.ok) return failed(terminal, answer.status);
  return keepList(terminal, new Uint8Array(await answer.arrayBuffer()));
}

async function checkOnline(terminal: TurnstileTerminal, text: string): Promise<number> {
  const { env, print } = terminal;
  const answer = await ask(env, '/operator/turnstile', {
    code: text,
    request_id: randomUUID(),
    turnstile: env.TURNSTILE_NAME || undefined,
  });
  if (!answer.ok) return failed(terminal, answer.status);
  const { valid, reason, passport, used } = v.parse(VerdictSchema, await answer.json());
  if (!valid) {
    const code = refuse(terminal, reason ?? '', passport);
    if (used) print(`  used     at ${used.turnstile}, ${used.at}`);
    return code;
  }
  print('VALID');
  if (passport) print(describe(passport));
  return EXIT.valid;
}

async function applyAtCounter(terminal: TurnstileTerminal, passportId: string, action: string) {
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

async function ask(env: TurnstileTerminal['env'], path: string, body?: object): Promise<Response> {
  if (!env.TURNSTILE_TOKEN) {
    throw new ConfigError(
      'Please set TURNSTILE_TOKEN to the token that `npm run staff -- add` prints.',
    );
  }
  const server = env.TURNSTILE_SERVER || `http://localhost:${readConfig(env).ports.api}`;
  return fetch(`${server}${path}`, {
    headers: { authorization: `Bearer ${env.TURNSTILE_TOKEN}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    const help = 'Start it, or set TURNSTILE_SERVER or PORT_BASE; --offline needs none.';
    throw new ConfigError(`No server answers at ${server}. ${help}`, { cause });
  });
}

function failed({ printError }: TurnstileTerminal, status: number): number {
  printError(`The server could not be asked: ${NOT_ALLOWED[status] ?? status}.`);
  return EXIT.failed;
}
