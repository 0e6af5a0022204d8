import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MIGRATIONS_FOLDER } from '@portal/server-platform/database/migrations';
import { startTestServer, type TestServer } from '@portal/server-testing';
import { DATABASES } from '@portal/server-testing/databases';
import {
  actAsOperator,
  createPassportClient,
  type PassportClient,
} from '@portal/server-testing/passports';
import { PORTAL_DESIGNS } from '@portal/shared-brand/read/designs';
import { formatOrderNumber } from '@portal/shared-contract';
import { eq, sql } from 'drizzle-orm';
import { passports } from '../schema/passports.ts';
import { purchasePassport } from './purchase.ts';

describe.each(DATABASES)('an order number on %s', (database) => {
  let server: TestServer;
  let hanako: PassportClient;
  beforeAll(async () => {
    server = await startTestServer({ database, config: { callsPerMinute: 100_000 } });
    hanako = await createPassportClient(server);
  });
  afterAll(() => server.close());

  // @proves 13.76 14.70
  test('names one order, by which the staff find it', async () => {
    const [one, two] = [await hanako.buy(), await hanako.buy()];
    expect(one.order_number).toMatch(/^\d{12}$/);
    expect(one.order_number).not.toBe(two.order_number);
    await actAsOperator(server, formatOrderNumber(two.order_number ?? ''), 'paid');
    expect((await hanako.get(one.id)).status_name?.code).toBe('payment_pending');
    expect((await hanako.get(two.id)).status_name?.code).toBe('active');
  });

  // @proves 14.70
  test('that another order has is drawn again', async () => {
    const taken = (await hanako.buy()).order_number ?? '';
    const draws = [taken, taken, '000000000042'];
    const order = await hanako.order();
    const bought = await purchasePassport(
      server.context,
      hanako.id,
      { ...order, holder: { kind: 'member' }, payment_type: 'counter' },
      {
        card: false,
        childBelowYears: 12,
        designs: PORTAL_DESIGNS,
        drawOrderNumber: () => draws.shift() ?? 'x',
      },
    );
    expect(bought).toMatchObject({ value: { passport: { orderNumber: '000000000042' } } });
    expect(draws).toEqual([]);
  });

  // @proves 14.70
  test('of an order before the column is the one on its receipt, unless two share it', async () => {
    const member = await createPassportClient(server);
    const ids = [
      '0fffffff-f000-4000-8000-000000000001',
      '0fffffff-f000-4000-8000-000000000002',
      '3f2a9c41-d4b1-4c6e-9f00-0123456789ab',
    ];
    for (const id of ids) {
      const bought = await member.buy();
      await server.db.update(passports).set({ id }).where(eq(passports.id, bought.id));
      server.clock.advance(1000);
    }
    const file = path.join(MIGRATIONS_FOLDER, '0018_order_numbers.sql');
    const migration = readFileSync(file, 'utf8').split('--> statement-breakpoint');
    await server.db.execute(sql`alter table passports drop column order_number`);
    await server.db.execute(sql`alter table kept_purchases drop column order_number`);
    for (const statement of migration) await server.db.execute(sql.raw(statement));
    const numbers = await Promise.all(ids.map(async (id) => (await member.get(id)).order_number));
    expect(numbers).toEqual(['004294967295', '100000000001', '016956113949']);
  });
});
