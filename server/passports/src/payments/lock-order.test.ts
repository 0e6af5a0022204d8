import { closeAccount } from '@portal/server-accounts/settings/close-account';
import type { StepUps } from '@portal/server-members/account-context';
import { members } from '@portal/server-members/schema/members';
import { sharedServer } from '@portal/server-testing';
import { createPassportClient, type PassportClient } from '@portal/server-testing/passports';
import { eq, sql } from 'drizzle-orm';
import * as transfer from '../giving/transfer.ts';
import { passports } from '../schema/passports.ts';
import { cancelPassport } from './change.ts';

/** Of a member who has confirmed every act. */
const PROVEN: StepUps = {
  until: async () => new Date(),
  take: async () => ({ giveBack: async () => {} }),
};

/** Members are locked before passports, so that two transactions never wait for each other. */
const server = sharedServer({ config: { callsPerMinute: 1_000_000 } });
let giver: PassportClient;
let receiver: PassportClient;
beforeEach(async () => {
  giver = await createPassportClient(server);
  receiver = await createPassportClient(server);
});

const LATER = { usage_start_date: '2026-12-01' };
const who = (client: PassportClient, passportId: string) => ({ memberId: client.id, passportId });
const ACTIONS: readonly [string, boolean, (id: string) => Promise<unknown>][] = [
  [
    'offering',
    false,
    (id) => transfer.startTransfer(server.context, who(giver, id), receiver.code),
  ],
  ['accepting', true, (id) => transfer.acceptTransfer(server.context, who(receiver, id))],
  ['withdrawing', true, (id) => transfer.withdrawTransfer(server.context, who(giver, id))],
  ['cancelling', false, (id) => cancelPassport(server.context, who(giver, id))],
];

// @proves 14.450
test.each(ACTIONS)('%s waits for the passport with its members locked', async (_, offered, act) => {
  server.clock.set(new Date('2026-11-22T03:00:00Z'));
  const { id } = await giver.buyPaid(LATER);
  if (offered) await giver.offer(id, receiver.code);
  let acting: Promise<unknown> = Promise.resolve();
  const held = await server.db.transaction(async (tx) => {
    await tx.select().from(passports).where(eq(passports.id, id)).for('update');
    acting = act(id);
    for (;;) {
      // Other tests wait in other databases of the same PostgreSQL. A transaction would keep its first view.
      const { rows } = (await server.db.execute(sql`select count(*)::int as waiting from pg_locks
        join pg_stat_activity using (pid)
        where not granted and datname = current_database()`)) as unknown as {
        rows: [{ waiting: number }];
      };
      if (rows[0].waiting > 0) break;
    }
    const free = await tx
      .select({ id: members.id })
      .from(members)
      .where(eq(members.id, _ === 'accepting' ? receiver.id : giver.id))
      .for('no key update', { skipLocked: true });
    return free.length === 0;
  });
  await acting;
  expect(held).toBe(true);
});

// @proves 14.450
test('of members who close their accounts while passports are given, none waits for another', async () => {
  let deadlocks = 0;
  const db = new Proxy(server.db, {
    get(target, name, proxy) {
      if (name !== 'transaction') return Reflect.get(target, name, proxy);
      return (work: Parameters<typeof target.transaction>[0]) =>
        target.transaction(work).catch((error: Error) => {
          if ((error.cause as { code?: string } | undefined)?.code === '40P01') deadlocks += 1;
          throw error;
        });
    },
  });
  const context = { ...server.context, db };
  const close = { reason: 'other' as const, comment: null, given_up: [] };
  const [bought] = await server.db
    .select()
    .from(passports)
    .where(eq(passports.id, (await giver.buyPaid(LATER)).id));
  if (!bought) throw new Error('No passport');
  for (let round = 0; round < 10; round += 1) {
    const other = await createPassportClient(server);
    const [copy] = await server.db
      .insert(passports)
      .values({
        ...bought,
        id: undefined,
        orderNumber: undefined,
        extMemberCode: null,
        idempotencyKey: null,
      })
      .returning();
    const id = copy?.id ?? '';
    await transfer.startTransfer(server.context, who(giver, id), other.code);
    await Promise.all([
      transfer.acceptTransfer(context, who(other, id)),
      closeAccount(context, { memberId: other.id, stepUps: PROVEN }, close),
      transfer.withdrawTransfer(context, who(giver, id)),
    ]);
  }
  expect(deadlocks).toBe(0);
});
