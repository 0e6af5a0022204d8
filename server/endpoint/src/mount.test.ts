import { recordedStepUps } from '@portal/server-accounts/step-up/recorded-step-ups';
import { createCallCounts } from '@portal/server-platform/limits/call-counts';
import { err } from '@portal/server-platform/outcome';
import { sharedServer } from '@portal/server-testing';
import { endpoint } from '@portal/shared-contract';
import { Hono } from 'hono';
import * as v from 'valibot';
import { answerRefusal } from './answers.ts';
import type { ApiContext, ApiEnv } from './api.ts';
import { mountForMember, mountPublic } from './mount.ts';

const rename = endpoint('PUT', '/pets/{id}', {
  access: 'public',
  protection: { none: 'an example' },
  summary: 'Renames a pet.',
  params: v.object({ id: v.string() }),
  body: v.object({ name: v.pipe(v.string(), v.minLength(1, 'required.name')) }),
  answer: v.object({ name: v.string() }),
});

const server = sharedServer();
let app: Hono<ApiEnv>;
beforeAll(async () => {
  const context: ApiContext = {
    ...server.context,
    findAccessToken: async () => undefined,
    callCounts: createCallCounts(server.context),
    recordedStepUps,
    readMember: async () => undefined,
    checkAnswers: true,
  };
  app = new Hono<ApiEnv>();
  mountPublic(app, context, rename, ({ params, body }) => {
    if (params.id === 'taken') return err('user.store.email_exists');
    return params.id === 'wrong' ? ({ title: 1 } as never) : { name: body.name };
  });
  app.onError((_error, c) => answerRefusal(c, err('server.error')));
});

const put = async (id: string, body: BodyInit, type = 'application/json') =>
  app.fetch(
    new Request(`http://localhost/pets/${id}`, {
      method: 'PUT',
      body,
      headers: { 'content-type': type },
      duplex: 'half',
    } as RequestInit),
  );

test.each([
  ['broken JSON', '{"name":', 'application/json'],
  ['nothing', '', 'application/json'],
  ['a form', 'name=x', 'application/x-www-form-urlencoded'],
  ['text that is JSON', '{"name":"x"}', 'text/plain'],
])('refuses %s', async (_, body, type) => {
  const answer = await put('1', body, type);
  expect([answer.status, await answer.json()]).toMatchObject([422, { error: 'request.invalid' }]);
});

test('answers 500 for a response that breaks the contract', async () => {
  expect((await put('wrong', '{"name":"ポチ"}')).status).toBe(500);
});

test('refuses to mount a public call for members, and a call for members publicly', () => {
  expect(() => mountForMember(app, {} as ApiContext, rename, () => ({ name: '' }))).toThrow(
    'PUT /pets/{id} is for public, not member',
  );
});
