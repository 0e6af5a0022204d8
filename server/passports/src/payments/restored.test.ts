import { randomUUID } from 'node:crypto';
import { findStaffCredential } from '@portal/server-members/staff-credentials';
import { freshServer } from '@portal/server-testing';
import {
  actAsOperator,
  createPassportClient,
  newStaff,
  type PassportClient,
} from '@portal/server-testing/passports';
import { addDays, todayInJapan } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { passports, passportTransfers } from '../schema/passports.ts';
import { callbackSignature, SIGNATURE_HEADER } from './provider.ts';
import {
  beginRestored,
  listUnknownPayments,
  markCompared,
  markPaidBack,
  unknownOf,
} from './restored.ts';

const server = freshServer();
let hanako: PassportClient;
beforeEach(async () => {
  hanako = await createPassportClient(server);
});

const tomorrow = () => ({ usage_start_date: addDays(todayInJapan(server.clock.now()), 1) });
const cancel = async (id: string) => (await hanako.call('DELETE', `/passports/${id}`)).status;
const report = (payment: object) => {
  const body = JSON.stringify(payment);
  const secret = server.context.config.payment?.secret ?? '';
  const headers = { [SIGNATURE_HEADER]: callbackSignature(secret, body) };
  const request = { method: 'POST', headers, body };
  return server.api.fetch(new Request('http://localhost:4302/payments/callback', request));
};

// @proves 10.782
test('ends open offers and the credentials of the staff on a restored database', async () => {
  const { id } = await hanako.buyPaid();
  await hanako.call('POST', `/passports/${id}/transfer/link`);
  const { token, credential } = await newStaff(server);
  server.clock.advance(1000);
  const ended = await beginRestored(server.context);
  expect(ended.offers).toBe(1);
  expect(ended.credentials).toContain(credential.name);
  expect(ended.knownUntil.getTime()).toBe(server.clock.now().getTime() - 1000);
  expect(await findStaffCredential(server.context, token)).toBeUndefined();
  const [transfer] = await server.db
    .select()
    .from(passportTransfers)
    .where(eq(passportTransfers.passportId, id));
  expect(transfer?.outcome).toBe('withdrawn');
});

// @proves 10.783
test('pays back nothing of before the restore until the operator has compared', async () => {
  const [first, second, canceled] = [
    await hanako.buyPaid(tomorrow()),
    await hanako.buyPaid(tomorrow()),
    await hanako.buyPaid(tomorrow()),
  ].map(({ id }) => id) as [string, string, string];
  const unpaid = await hanako.buy(tomorrow());
  expect(await cancel(canceled)).toBe(200);
  server.clock.advance(1000);
  await beginRestored(server.context);
  server.clock.advance(1000);
  expect([await cancel(first), await cancel(second)]).toEqual([503, 503]);
  await expect(actAsOperator(server, canceled, 'refunded')).rejects.toThrow('server.unavailable');
  // Where no money is, or was before, nothing waits.
  expect(await cancel(unpaid.id)).toBe(200);
  expect(await cancel((await hanako.buyPaid(tomorrow())).id)).toBe(200);

  expect(await markPaidBack(server.context, first)).toBe(true);
  expect(await markPaidBack(server.context, first)).toBe(false);
  await markCompared(server.context);
  expect([await cancel(first), await cancel(second)]).toEqual([403, 200]);
  const [row] = await server.db.select().from(passports).where(eq(passports.id, first));
  expect(row).toMatchObject({ paymentStatus: 'refunded', codeVersion: 2 });
  await actAsOperator(server, canceled, 'refunded');
});

// @proves 10.784
test('keeps payments that it does not know, and tells them from a list of the provider', async () => {
  const unknown = randomUUID();
  const order = await hanako.order({ payment_type: 'card' });
  const { body } = await hanako.call('POST', '/passports', order);
  const known = new URL(body.payment_url).pathname.split('/').at(-1) ?? '';
  for (const status of ['pending', 'paid', 'paid']) {
    expect((await report({ id: unknown, status, amount: 9_800 })).status).toBe(404);
  }
  expect(await listUnknownPayments(server.context)).toMatchObject([
    { providerId: unknown, amount: 9_800 },
  ]);
  expect(server.log.filter((line) => line.includes('unknown-payment'))).toHaveLength(2);
  expect(await unknownOf(server.context, [known, unknown])).toEqual([unknown]);
  await markCompared(server.context);
  expect(await listUnknownPayments(server.context)).toEqual([]);
});
