import { randomBytes } from 'node:crypto';
import { type Answer, type HttpClient, httpClient } from './http.ts';
import { addressOf, PASSWORD } from './members.ts';
import { areaUnderRoc } from './roc.ts';
import { createSignIn } from './sign-in.ts';
import type { BenchSystem } from './system.ts';

const PAIRS = 1_000;
/** The first calls of a kind are slower, whoever is asked for. */
const WARM_UP_PAIRS = 50;
/** So many sign-ins are tried on one page before it is opened anew. */
const TRIES_OF_PAGE = 50;

export type EnumerationFigures = {
  readonly name: string;
  /** Of the times alone; 0.5 tells nothing. */
  readonly area: number;
  /** What every answer was, for known and unknown addresses alike. */
  readonly answer: string;
};

/** One way to name an address; answers alike, it is hoped, whether there is an account or not. */
type Ask = (email: string, turn: number) => Promise<Answer>;

/** Whether an answer tells which address has an account. @throws Error when status, headers or body differ */
export async function measureEnumeration(
  system: BenchSystem,
  onFigures: (figures: EnumerationFigures) => void,
): Promise<void> {
  const api = httpClient(system.api, 1);
  const idp = httpClient(system.idp, 1);
  const ways: Record<string, Ask> = {
    'sign-up': sendPublicCode(api, 'signup'),
    reset: sendPublicCode(api, 'mfa_forgot_password'),
    'sign-in': trySignIn(system, idp),
    'change email': await changeEmail(system, api),
  };
  try {
    for (const [name, ask] of Object.entries(ways)) {
      onFigures({ name, ...(await compare(system, ask)) });
    }
  } finally {
    await Promise.all([api.close(), idp.close()]);
  }
}

async function compare(system: BenchSystem, ask: Ask) {
  const pairs = PAIRS + WARM_UP_PAIRS;
  const known = Array.from({ length: pairs }, anAddress);
  await system.database.createMembers(known, PASSWORD);
  const times = { known: [] as number[], unknown: [] as number[] };
  const seen = new Map<string, Answer>();
  for (const [pair, email] of known.entries()) {
    const turns = [
      { kind: 'known', email },
      { kind: 'unknown', email: anAddress() },
    ] as const;
    const order = Math.random() < 0.5 ? turns : turns.toReversed();
    for (const [place, turn] of order.entries()) {
      const answer = await ask(turn.email, 2 * pair + place);
      seen.set(shapeOf(answer, turn.email), answer);
      if (pair >= WARM_UP_PAIRS) times[turn.kind].push(answer.ms);
    }
  }
  const [first, second] = [...seen];
  if (!first || second) {
    throw new Error(`An answer tells more than another:\n${[...seen.keys()].join('\n')}`);
  }
  const [, { status, body }] = first;
  return {
    area: areaUnderRoc(times.known, times.unknown),
    answer: `${status}, ${Buffer.byteLength(body)} bytes`,
  };
}

/** All of one length, and the same where the mask lets something show. */
function anAddress(): string {
  return `a${randomBytes(8).toString('hex')}z@example.com`;
}

/** What does not differ from call to call by itself: without random texts, moments and the address. */
function shapeOf({ status, headers, body }: Answer, email: string): string {
  const stars = (text: string) => '*'.repeat(text.length);
  const shape = (text: string) =>
    text
      .replaceAll(email, stars)
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, stars)
      .replaceAll(/[\w-]{16,}/g, stars);
  const { date: _date, ...rest } = headers;
  return JSON.stringify([status, shape(JSON.stringify(rest)), body.length, shape(body)]);
}

function sendPublicCode(http: HttpClient, type: 'signup' | 'mfa_forgot_password'): Ask {
  return (email, turn) =>
    http.send({
      path: '/v2/mfa/send-code',
      headers: { 'x-forwarded-for': addressOf(turn) },
      json: { type, email, locale: 'ja' },
    });
}

function trySignIn(system: BenchSystem, http: HttpClient): Ask {
  let page: { walk: ReturnType<typeof createSignIn>; action: string } | undefined;
  return async (email, turn) => {
    if (!page || turn % TRIES_OF_PAGE === 0) {
      const walk = createSignIn({ ...system, http, address: addressOf(turn) });
      page = { walk, action: await walk.open() };
    }
    return page.walk.post(page.action, email, `not ${PASSWORD}`);
  };
}

/** Each by another member, who has proven the present address just before. */
async function changeEmail(system: BenchSystem, http: HttpClient): Promise<Ask> {
  const { database } = system;
  const movers = await database.createMembers(
    Array.from({ length: 2 * (PAIRS + WARM_UP_PAIRS) }, (_, turn) => `mover-${turn}@example.com`),
  );
  return async (email, turn) => {
    const mover = movers[turn];
    if (!mover) throw new Error('There are fewer movers than turns.');
    const session = await database.signInAs(mover);
    await database.prove(mover, session, 'change_email');
    const { accessToken } = session;
    const dpop = session.prove({ method: 'PUT', url: `${system.api}/me/change-email` });
    return http.send({
      method: 'PUT',
      path: '/me/change-email',
      headers: { authorization: `Bearer ${accessToken}`, dpop },
      json: { email },
    });
  };
}
