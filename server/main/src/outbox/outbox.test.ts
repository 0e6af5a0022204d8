import { queueMessage } from '@portal/server-mail/queue';
import { outboxMessages } from '@portal/server-mail/schema/outbox';
import { startTestServer, type TestServer } from '@portal/server-testing';
import { eq } from 'drizzle-orm';
import { createOutbox } from './index.ts';

describe('the outbox page', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
    await queueMessage(server.context, {
      kind: 'mail',
      recipient: '"<b>"@example.com',
      locale: 'ja',
      subject: '<script>alert(1)</script>',
      text: '確認コードは123456です。\nhttp://localhost:4300/unblock?code=a&b="><img src=x>',
      html: '<p>確認コード <b>123456</b></p><script>alert(1)</script>',
    });
  });
  afterAll(() => server.close());

  const get = async (path: string, headers: Record<string, string> = {}) =>
    createOutbox(server.context).request(`http://localhost:4303${path}`, {
      headers: { host: 'localhost:4303', ...headers },
    });

  // @proves 11.17
  // @asvs 1.1.2 1.2.1
  test('shows a message with everything in it escaped', async () => {
    const page = await (await get('/')).text();
    expect(page).toContain('確認コードは123456です。');
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).not.toMatch(/<script|<img|<b>/);
    expect(page).toContain('href="http://localhost:4300/unblock?code=a&amp;b="');
  });

  test('uses the requested language', async () => {
    expect(await (await get('/')).text()).toContain('<html lang="ja">');
    expect(await (await get('/?lang=en')).text()).toContain('Sent mail and SMS');
    expect(await (await get('/', { 'accept-language': 'en-GB' })).text()).toContain('lang="en"');
    expect(await (await get('/?lang=ja', { 'accept-language': 'en' })).text()).toContain(
      '送信メール',
    );
  });

  // @asvs 3.2.1
  test('shows the HTML of a message without running scripts', async () => {
    const { messages } = (await (await get('/messages.json')).json()) as {
      messages: { id: string }[];
    };
    const body = await get(`/messages/${messages[0]?.id}/body`);
    expect(await body.text()).toContain('<b>123456</b>');
    const policy = body.headers.get('content-security-policy') ?? '';
    expect(policy).toContain('sandbox allow-popups');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('allow-scripts');
  });

  // @proves 14.113
  test('shows the pictures of a message, and hands out its calendar file', async () => {
    const { id } = await queueMessage(server.context, {
      kind: 'mail',
      recipient: 'hanako@example.com',
      locale: 'ja',
      subject: '領収書',
      text: '領収書',
      html: '<img src="cid:design-waves" alt="">',
      attachments: [
        { kind: 'design', contentId: 'design-waves', designId: 'waves' },
        { kind: 'calendar', name: 'passport.ics', text: 'BEGIN:VCALENDAR\r\n' },
      ],
    });
    const body = await (await get(`/messages/${id}/body`)).text();
    expect(body).toMatch(/<img src="data:image\/png;base64,iVBORw0KGgo[\w+/=]+"/);
    expect(await (await get('/')).text()).toContain(`href="/messages/${id}/calendar"`);
    const calendar = await get(`/messages/${id}/calendar`);
    expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(await calendar.text()).toBe('BEGIN:VCALENDAR\r\n');
    await server.db.delete(outboxMessages).where(eq(outboxMessages.id, id));
  });

  test('returns the messages as JSON', async () => {
    expect(await (await get('/messages.json')).json()).toMatchObject({
      messages: [{ kind: 'mail', to: '"<b>"@example.com', subject: '<script>alert(1)</script>' }],
    });
  });

  test('lists the messages of one recipient', async () => {
    await queueMessage(server.context, {
      kind: 'mail',
      recipient: 'other@example.com',
      locale: 'en',
      subject: 'Another',
      text: 'Another',
    });
    const answer = await get('/messages.json?to=other%40example.com');
    const { messages } = (await answer.json()) as { messages: { subject: string }[] };
    expect(messages.map(({ subject }) => subject)).toEqual(['Another']);
  });

  test.each(['evil.example', 'localhost.evil.example', '', 'x y'])(
    'refuses a request for the host %j',
    async (host) => {
      expect((await get('/messages.json', { host })).status).toBe(404);
    },
  );

  test.each(['/messages/x/body', '/messages/00000000-0000-4000-8000-000000000000/body', '/x'])(
    'answers 404 for %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
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

    test('and sends them', async () => {
      const sent = await post([
        { ...letter, body },
        { ...letter, body },
      ]);
      expect(sent).toEqual({
        status: 200,
        answer: { ids: [expect.any(String), expect.any(String)] },
      });
    });

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

    // @asvs 3.5.2
    test('but refuses what another site could send without a preflight', async () => {
      expect((await post([{ ...letter, body }], 'text/plain')).status).toBe(422);
    });
  });
});
