import { randomUUID } from 'node:crypto';
import { purgeEnded } from '@portal/server-main/housekeeping';
import { members } from '@portal/server-members/schema/members';
import { keptPurchases } from '@portal/server-passports/schema/kept-purchases';
import { passportPayments, passports } from '@portal/server-passports/schema/passports';
import { queryRows } from '@portal/server-platform/database/database';
import { freshServer, type TestServer } from '@portal/server-testing';
import { signInClient } from '@portal/server-testing/account-client';
import { ADULT, createPassportClient } from '@portal/server-testing/passports';
import { eq, sql } from 'drizzle-orm';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A year and a day: every passport of a test has ended. */
const LONG_MS = 367 * DAY_MS;

const server = freshServer({ config: { callsPerMinute: 100_000 } });

const close = (id: string) =>
  server.db.update(members).set({ closedAt: server.clock.now() }).where(eq(members.id, id));
const exists = async (id: string) =>
  (await server.db.select().from(members).where(eq(members.id, id))).length === 1;
async function afterDays(days: number): Promise<void> {
  server.clock.advance(days * DAY_MS);
  await purgeEnded(server.context);
}

// @proves 12.63
test('leaves no row that names the member, and no other member without a row', async () => {
  const gone = await createPassportClient(server);
  const stays = await createPassportClient(server);
  for (const { id } of [gone, stays]) {
    const client = await signInClient(server, id);
    await client.confirm('make_recovery_codes');
    await client.call('POST', '/me/recovery-codes');
    await server.addPasskey(id, 'phone');
    await server.linkLine(id);
    await server.mailLock(id);
  }
  await gone.buyPaid();
  server.clock.advance(LONG_MS);
  await close(gone.id);
  await afterDays(30);
  expect(await exists(gone.id)).toBe(false);
  expect(await exists(stays.id)).toBe(true);
  for (const [table, columns] of await tablesOf(server)) {
    for (const column of columns) {
      const found = await queryRows(
        server.db,
        sql`select 1 from ${sql.identifier(table)}
          where ${sql.identifier(column)}::text in (${gone.id}, ${gone.email})`,
      );
      expect([table, column, found.length]).toEqual([table, column, 0]);
    }
  }
});

// @proves 12.64
test('keeps what was sold, when and for how much, for ten years, and nobody’s name', async () => {
  const member = await createPassportClient(server);
  const paid = await member.buyPaid();
  const unpaid = await member.buy();
  const boughtAt = server.clock.now();
  await member.call('DELETE', `/passports/${unpaid.id}`);
  server.clock.advance(LONG_MS);
  await close(member.id);
  await afterDays(30);
  const kept = {
    orderId: paid.id,
    orderNumber: paid.order_number,
    paymentId: null,
    designId: 'waves',
    price: 9800,
    soldAs: ADULT,
    paymentType: 'counter',
    paymentStatus: 'paid',
    boughtAt,
  };
  expect(await server.db.select().from(keptPurchases)).toEqual([kept]);
  await afterDays(10 * 366);
  expect(await server.db.select().from(keptPurchases)).toEqual([]);
});

// @proves 12.63
test('waits for a refund that is on its way', async () => {
  const member = await createPassportClient(server);
  const { id } = await member.buyPaid();
  const [payment] = await server.db
    .insert(passportPayments)
    .values({
      providerId: randomUUID(),
      passportId: id,
      amount: 9800,
      status: 'refund_pending',
      createdAt: server.clock.now(),
    })
    .returning();
  await server.db.update(passports).set({ canceledAt: server.clock.now() });
  await close(member.id);
  await afterDays(31);
  expect(await exists(member.id)).toBe(true);
  const refunded = { status: 'refunded', decidedAt: server.clock.now() } as const;
  await server.db
    .update(passportPayments)
    .set(refunded)
    .where(eq(passportPayments.id, payment?.id ?? ''));
  await afterDays(0);
  expect(await exists(member.id)).toBe(false);
});

/** Every table with its columns of text or ids. */
async function tablesOf(server: TestServer): Promise<Map<string, string[]>> {
  const rows = await queryRows<{ table_name: string; column_name: string }>(
    server.db,
    sql`select table_name, column_name from information_schema.columns
      where table_schema = 'public' and data_type in ('text', 'uuid')`,
  );
  const tables = new Map<string, string[]>();
  for (const { table_name: table, column_name: column } of rows) {
    tables.set(table, [...(tables.get(table) ?? []), column]);
  }
  return tables;
}
