import { randomUUID } from 'node:crypto';
import { seedPassports } from '@portal/server-main/seed/passports';
import { findMemberById, type NewMember } from '@portal/server-members/members';
import { STAFF_SCOPES, type StaffScope } from '@portal/server-members/schema/staff-credentials';
import { addStaffCredential } from '@portal/server-members/staff-credentials';
import {
  applyOperatorAction,
  type OperatorAction,
} from '@portal/server-passports/payments/operator-actions';
import { passports } from '@portal/server-passports/schema/passports';
import { checkTurnstileCode } from '@portal/server-passports/turnstile/check-code';
import { passesOf } from '@portal/shared-brand/read/passes';
import {
  addDays,
  addYears,
  type Passport,
  type PassportKind,
  todayInJapan,
} from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { signInClient } from './account-client.ts';
import type { Answer } from './api-call.ts';
import { callApi } from './api-call.ts';
import type { TestServer } from './index.ts';
import { COMPLETE_MEMBER } from './members.ts';

const API = 'http://localhost:4302';

/** The kinds of passports that the demo sells. */
export const [ADULT, CHILD] = passesOf({ brand: {} }).kinds as [PassportKind, PassportKind];

/** A kind that differs from those of the demo in all that a kind can say. */
export const MONTH: PassportKind = {
  ...ADULT,
  id: 'month',
  name: { ja: 'ひと月', en: 'Month' },
  price: 1_200,
  tax: 8,
  valid: { months: 1 },
  photo: false,
  address: false,
  designs: ['night', 'waves'],
  cancel: { unused: 14 },
};

/** A JPEG of one colour. */
export function photoFile({ width = 300, height = 400 } = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#a06040' } })
    .jpeg()
    .toBuffer();
}

export type PassportClient = Awaited<ReturnType<typeof createPassportClient>>;

/** A member with a complete profile, and the calls they can make with passports. @param memberId an existing one's */
export async function createPassportClient(
  server: TestServer,
  profile: Partial<NewMember> = {},
  memberId?: string,
) {
  const known = memberId && (await findMemberById(server.context, memberId));
  const member = known || (await server.createMember({ ...COMPLETE_MEMBER, ...profile }));
  // Signs in for each call, because tests move the clock beyond the token's five minutes.
  const call = async (method: string, path: string, body?: unknown): Promise<Answer> =>
    (await signInClient(server, member.id, { confirms: true })).call(method, path, body);

  async function upload(file: Uint8Array, type = 'image/jpeg'): Promise<Answer> {
    const session = await server.signInAs(member.id);
    const [method, url] = ['POST', `${API}/passports/photos`];
    const answer = await server.api.fetch(
      new Request(url, {
        method,
        headers: { ...session.headers({ method, url }), 'content-type': type },
        body: new Uint8Array(file),
      }),
    );
    return { status: answer.status, body: await answer.json(), headers: answer.headers };
  }
  const newPhoto = async (): Promise<string> =>
    (await upload(await photoFile())).body.data.photo_id as string;

  /** The body of a purchase: the member's own passport from today, to be paid at the counter. */
  async function order(changes: object = {}) {
    return {
      idempotency_key: randomUUID(),
      holder: { kind: 'member' },
      design_id: 'waves',
      photo_id: await newPhoto(),
      usage_start_date: todayInJapan(server.clock.now()),
      payment_type: 'counter',
      ...changes,
    };
  }
  async function buy(changes: object = {}): Promise<Passport> {
    const bought = await call('POST', '/passports', await order(changes));
    if (bought.status !== 200)
      throw new Error(`The purchase failed: ${JSON.stringify(bought.body)}`);
    return bought.body.data as Passport;
  }

  return {
    id: member.id,
    email: member.email,
    code: member.memberCode,
    call,
    upload,
    newPhoto,
    order,
    buy,
    /** Buys a passport and marks it paid at the counter. */
    async buyPaid(changes: object = {}): Promise<Passport> {
      const { id } = await buy(changes);
      await actAsOperator(server, id, 'paid');
      return (await call('GET', `/passports/${id}`)).body.data as Passport;
    },
    get: async (id: string): Promise<Passport> =>
      (await call('GET', `/passports/${id}`)).body.data as Passport,
    offer: (id: string, to: string) => call('POST', `/passports/${id}/transfer`, { username: to }),
    answer: (id: string, status: 'accepted' | 'rejected') =>
      call('PUT', `/passports/${id}/transfer`, { status }),
    withdraw: (id: string) => call('DELETE', `/passports/${id}/transfer`),
  };
}

/** Applies an operator's action. @throws Error if it is refused */
export async function actAsOperator(
  server: TestServer,
  id: string,
  act: OperatorAction,
): Promise<void> {
  const { credential } = await newStaff(server);
  const outcome = await applyOperatorAction(server.context, credential, id, act);
  if (!outcome.ok) throw new Error(`${act}: ${outcome.error}`);
}

/** A credential of the staff with its token, for everything or for the given scopes. */
export async function newStaff(
  { context }: TestServer,
  scopes: readonly StaffScope[] = STAFF_SCOPES,
) {
  const name = `Staff ${randomUUID()}`;
  const added = await addStaffCredential(context, { name, scopes, days: 366 });
  if (added === 'name_taken') throw new Error('A random name was taken');
  return added;
}

/** Calls the API as a turnstile or a person of the staff does. */
export const askOperator = (
  server: Pick<TestServer, 'api'>,
  path: 'turnstile' | 'counter' | 'broadcasts',
  body: object,
  token?: string,
) =>
  callApi(server, {
    method: 'POST',
    path: `/operator/${path}`,
    body,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });

/** What a turnstile with a connection says of a code: `valid`, or why not. */
export async function checkAtTurnstile(server: TestServer, text: string): Promise<string> {
  const { credential } = await newStaff(server);
  const call = { staff: credential, turnstile: 'North', requestId: randomUUID() };
  const verdict = await checkTurnstileCode(server.context, text, call);
  return verdict.valid ? 'valid' : verdict.reason;
}

/** Gives a passport a design, also one that nobody can choose. */
export async function giveDesign(server: TestServer, id: string, designId: string): Promise<void> {
  await server.db.update(passports).set({ designId }).where(eq(passports.id, id));
}

/** Moves the year in which a passport is valid, so that it ends on this day. */
export async function endOn(server: TestServer, id: string, lastDay: string): Promise<void> {
  const usageStartDate = addDays(addYears(lastDay, -1), 1);
  await server.db
    .update(passports)
    .set({ usageStartDate, extExpirationDate: lastDay })
    .where(eq(passports.id, id));
}

/** Status and error code in one text, for tables: `403 ap_passport.user.access_denied`, or `200`. */
export const verdictOf = ({ status, body }: Answer): string =>
  [status, body?.error].filter(Boolean).join(' ');

/** Gives a member the demo passports: an unpaid, an active and an expired one. */
export async function seedPassportsFor({ context }: TestServer, memberId: string): Promise<void> {
  // Their numbers are unique, so the members who were given them before lose theirs.
  await context.db.update(passports).set({ extMemberCode: null });
  await seedPassports(context, memberId);
}
