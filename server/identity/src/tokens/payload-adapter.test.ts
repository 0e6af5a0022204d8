import { sharedServer } from '@portal/server-testing';
import { createPayloadAdapter } from './payload-adapter.ts';

const server = sharedServer();

test('of two calls that have found a code unused at the same moment, one uses it', async () => {
  const codes = createPayloadAdapter('AuthorizationCode', server.context);
  await codes.upsert('a-code', { kind: 'AuthorizationCode' }, 60);
  const found = await Promise.all([codes.find('a-code'), codes.find('a-code')]);
  const unused = { kind: 'AuthorizationCode', jti: 'a-code' };
  expect(found).toEqual([unused, unused]);
  const uses = await Promise.allSettled([codes.consume('a-code'), codes.consume('a-code')]);
  expect(uses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});
