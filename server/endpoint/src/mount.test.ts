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

describe('mounted calls', () => {
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

  test('passes the validated input to the handler and sends its answer', async () => {
    const answer = await put('1', '{"name":"ポチ","extra":true}');
    expect([answer.status, await answer.json()]).toEqual([200, { name: 'ポチ' }]);
  });

  // @proves 8.1
  test('answers an error with the status of its code', async () => {
    const answer = await put('taken', '{"name":"ポチ"}');
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ error: 'user.store.email_exists' });
  });

  // @proves 7.72
  test('names each invalid field with the message key of the schema', async () => {
    const answer = await put('1', '{"name":""}');
    expect(await answer.json()).toMatchObject({
      error: 'request.invalid',
      error_descriptions: { name: ['required.name'] },
    });
  });

  test.each([
    ['broken JSON', '{"name":', 'application/json'],
    ['nothing', '', 'application/json'],
    ['a form', 'name=x', 'application/x-www-form-urlencoded'],
    ['text that is JSON', '{"name":"x"}', 'text/plain'],
  ])('refuses %s', async (_, body, type) => {
    const answer = await put('1', body, type);
    expect([answer.status, await answer.json()]).toMatchObject([422, { error: 'request.invalid' }]);
  });

  // @proves 8.59
  test.each([
    ['of a known length', () => JSON.stringify({ name: 'x'.repeat(65_536) })],
    ['as a stream', () => new Blob([JSON.stringify({ name: 'x'.repeat(65_536) })]).stream()],
  ])('refuses a body that is too large, %s', async (_, body) => {
    const answer = await put('1', body());
    expect([answer.status, await answer.json()]).toMatchObject([
      413,
      { error: 'request.too_large' },
    ]);
  });

  test('answers 500 for a response that breaks the contract', async () => {
    expect((await put('wrong', '{"name":"ポチ"}')).status).toBe(500);
  });

  test('refuses to mount a public call for members, and a call for members publicly', () => {
    expect(() => mountForMember(app, {} as ApiContext, rename, () => ({ name: '' }))).toThrow(
      'PUT /pets/{id} is for public, not member',
    );
  });
});
