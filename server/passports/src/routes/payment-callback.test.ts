import { randomUUID } from 'node:crypto';
import { sharedServer } from '@portal/server-testing';
import { createPassportClient } from '@portal/server-testing/passports';
import { callbackSignature, SIGNATURE_HEADER } from '../payments/provider.ts';

const server = sharedServer();

const send = (body: string, signature?: string) =>
  server.api.fetch(
    new Request('http://localhost:4302/payments/callback', {
      method: 'POST',
      headers: { ...(signature && { [SIGNATURE_HEADER]: signature }) },
      body,
    }),
  );
const secret = () => server.context.config.payment?.secret ?? '';

test('is refused without a valid signature, and changes nothing', async () => {
  const hanako = await createPassportClient(server);
  const order = await hanako.order({ payment_type: 'card' });
  const bought = await hanako.call('POST', '/passports', order);
  const id = new URL(bought.body.payment_url).pathname.split('/').at(-1);
  const body = JSON.stringify({ id, status: 'paid', amount: 9800 });
  const forged = [undefined, '', 'x', callbackSignature('another secret', body)];
  for (const signature of forged) {
    expect((await send(body, signature)).status).toBe(401);
  }
  const other = JSON.stringify({ id, status: 'declined', amount: 9800 });
  expect((await send(body, callbackSignature(secret(), other))).status).toBe(401);
  expect((await hanako.get(bought.body.data.id)).payment_status_name?.code).toBe('pending');
});

test('about an unknown payment or with an invalid body is refused', async () => {
  for (const [body, status] of [
    [JSON.stringify({ id: randomUUID(), status: 'paid', amount: 9800 }), 404],
    [JSON.stringify({ id: 'x', status: 'paid', amount: 9800 }), 422],
    [JSON.stringify({ id: randomUUID(), status: 'paid' }), 422],
    ['{', 422],
    [`"${'x'.repeat(20_000)}"`, 413],
  ] as const) {
    expect((await send(body, callbackSignature(secret(), body))).status).toBe(status);
  }
});
