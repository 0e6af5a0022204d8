import { queueMessage } from '@portal/server-mail/queue';
import { sharedServer } from '@portal/server-testing';
import { createOutbox } from './index.ts';

const server = sharedServer();
beforeAll(async () => {
  await queueMessage(server.context, {
    kind: 'mail',
    recipient: '"<b>"@example.com',
    locale: 'ja',
    subject: '<script>alert(1)</script>',
    text: '確認コードは123456です。\nhttp://localhost:4300/unblock?code=a&b="><img src=x>',
    html: '<p>確認コード <b>123456</b></p><script>alert(1)</script>',
  });
});

const get = async (path: string, headers: Record<string, string> = {}) =>
  createOutbox(server.context).request(`http://localhost:4303${path}`, {
    headers: { host: 'localhost:4303', ...headers },
  });

// @proves 11.17
test('shows a message with everything in it escaped', async () => {
  const page = await (await get('/')).text();
  expect(page).toContain('確認コードは123456です。');
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).not.toMatch(/<script|<img|<b>/);
  expect(page).toContain('href="http://localhost:4300/unblock?code=a&amp;b="');
});

test.each(['evil.example', 'localhost.evil.example', '', 'x y'])(
  'refuses a request for the host %j',
  async (host) => {
    expect((await get('/messages.json', { host })).status).toBe(404);
  },
);

describe('takes notifications from an operator', () => {
  const letter = { to: 'reader@example.com', title: { ja: '件名', en: 'Title' } };
  const body = { ja: '<p>本文</p>', en: '<p>Text</p>' };
  const post = async (body: unknown, type = 'application/json') => {
    const answer = await createOutbox(server.context).request(
      'http://localhost:4303/notifications',
      {
        method: 'POST',
        headers: { host: 'localhost:4303', 'content-type': type },
        body: JSON.stringify(body),
      },
    );
    return { status: answer.status, answer: await answer.json() };
  };
  beforeAll(() => server.createMember({ email: letter.to }));

  test.each([
    [
      'all or none: one address is unknown',
      [
        { ...letter, body },
        { ...letter, body, to: 'nobody@example.com' },
      ],
      404,
    ],
    ['no body', [letter], 422],
    ['a link that would run', [{ ...letter, body, external_link: 'javascript:alert(1)' }], 422],
    ['nothing', [], 422],
  ])('but refuses: %s', async (_, body, status) => {
    expect((await post(body)).status).toBe(status);
  });

  test('but refuses what another site could send without a preflight', async () => {
    expect((await post([{ ...letter, body }], 'text/plain')).status).toBe(422);
  });
});
