import { randomUUID } from 'node:crypto';
import { type Passport, todayInJapan } from '@portal/shared-contract';
import sharp from 'sharp';
import type { NewMember } from '../domain/members.ts';
import { actAtCounter, type CounterAct } from '../domain/passes/counter.ts';
import { seedPasses } from '../seed/passes.ts';
import { type Answer, signInClient } from './account-client.ts';
import type { TestServer } from './index.ts';
import { COMPLETE_MEMBER } from './members.ts';

const API = 'http://localhost:4302';

/** A photo of one colour, as a phone would send it. */
export function photoFile({ width = 300, height = 400 } = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#a06040' } })
    .jpeg()
    .toBuffer();
}

/** A member with a complete profile who buys, shows and gives away passes. */
export type PassClient = Awaited<ReturnType<typeof passClient>>;

export async function passClient(server: TestServer, profile: Partial<NewMember> = {}) {
  const member = await server.createMember({ ...COMPLETE_MEMBER, ...profile });
  // Signed in for each call: a test turns the clock far beyond a token's five minutes.
  const call = async (method: string, path: string, body?: unknown): Promise<Answer> =>
    (await signInClient(server, member.id)).call(method, path, body);

  async function upload(file: Uint8Array, type = 'image/jpeg'): Promise<Answer> {
    const { accessToken } = await server.signInAs(member.id);
    const answer = await server.api.fetch(
      new Request(`${API}/passports/photos`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': type },
        body: new Uint8Array(file),
      }),
    );
    return { status: answer.status, body: await answer.json(), headers: answer.headers };
  }
  const newPhoto = async (): Promise<string> =>
    (await upload(await photoFile())).body.data.photo_id as string;

  /** What a purchase sends: the member's own pass from today, paid at the counter. */
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
    if (bought.status !== 200) throw new Error(`Not bought: ${JSON.stringify(bought.body)}`);
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
    /** One that is paid for at the counter. */
    async buyPaid(changes: object = {}): Promise<Passport> {
      const { id } = await buy(changes);
      await atCounter(server, id, 'paid');
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

export async function atCounter(server: TestServer, id: string, act: CounterAct): Promise<void> {
  const outcome = await actAtCounter(server.context, id, act);
  if (!outcome.ok) throw new Error(`${act}: ${outcome.error}`);
}

/** Status and code in one, for tables: `403 ap_passport.user.access_denied`, or the status alone. */
export const verdictOf = ({ status, body }: Answer): string =>
  [status, body?.error].filter(Boolean).join(' ');

/** The demo member's passes for another one: in use, to be paid, and an old one. Once per server. */
export const givePasses = ({ context }: TestServer, memberId: string): Promise<void> =>
  seedPasses(context, memberId);
