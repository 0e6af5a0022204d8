import { randomUUID } from 'node:crypto';
import { deliverDue } from '@portal/server-mail/delivery';
import { outboxMessages } from '@portal/server-mail/schema/outbox';
import { members } from '@portal/server-members/schema/members';
import { sharedServer } from '@portal/server-testing';
import { eq } from 'drizzle-orm';
import { findBroadcast, sendBroadcast, withdrawBroadcast } from './broadcasts.ts';
import { sendWave, WAVE_SIZE } from './waves.ts';

const READERS = WAVE_SIZE + 5;

const server = sharedServer();
beforeAll(async () => {
  for (let n = 0; n < READERS; n += 1) {
    await server.createMember({ emailOptIn: true, locale: n === 0 ? 'en' : 'ja' });
  }
  await server.createMember({ emailOptIn: false });
  await server.createMember({ emailOptIn: true, emailVerified: false });
  const { id } = await server.createMember({ emailOptIn: true });
  await server.db.update(members).set({ closedAt: new Date() }).where(eq(members.id, id));
});
beforeEach(() => server.db.delete(outboxMessages));

const send = async (more: object = {}) => {
  const sent = await sendBroadcast(server.context, {
    id: randomUUID(),
    title: { ja: '夏のお知らせ', en: 'Summer news' },
    body: {
      ja: '<p>一つ目<script>x()</script></p><p>二つ目 &lt;b&gt;</p>',
      en: '<p>One</p><p>Two</p>',
    },
    externalLink: null,
    locale: null,
    country: null,
    withPassport: false,
    optedIn: false,
    byMail: true,
    byPush: false,
    createdBy: 'test',
    ...more,
  });
  if (sent === 'past') throw new Error('past');
  return sent.id;
};
const wave = () => sendWave(server.context);
const deliver = () => deliverDue(server.context, async () => {});
const messages = () => server.outbox.messages();

// @proves 15.810
test('mail each of those who have opted in once, in their language, as text', async () => {
  const id = await send();
  await wave();
  await deliver();
  await wave();
  await deliver();
  expect(await wave()).toBeUndefined();
  const sent = await messages();
  expect(sent).toHaveLength(READERS);
  expect(new Set(sent.map(({ recipient }) => recipient)).size).toBe(READERS);
  const japanese = sent.find(({ locale }) => locale === 'ja');
  expect(japanese?.subject).toContain('夏のお知らせ');
  expect(japanese?.text).toContain('一つ目\n\n二つ目 <b>\n');
  expect(japanese?.text).toContain(`/ja/my-page/notifications/${id}`);
  expect(japanese?.html).toContain('二つ目 &lt;b&gt;');
  expect(japanese?.html).not.toContain('x()');
  expect(sent.filter(({ locale }) => locale === 'en')).toMatchObject([
    { subject: expect.stringContaining('Summer news') },
  ]);
  expect(await findBroadcast(server.context, id)).toMatchObject({
    mails: READERS,
    pushes: 0,
    waveCursor: null,
    wavesEndedAt: server.clock.now(),
  });
});

// @proves 15.811
test('queue nothing of a wave that breaks off, and all of it in the next one', async () => {
  const id = await send();
  let left = 3;
  const breaking = {
    ...server.context,
    sendMessage: async (...message: Parameters<typeof server.context.sendMessage>) => {
      left -= 1;
      if (left < 0) throw new Error('The server ends');
      await server.context.sendMessage(...message);
    },
  };
  await expect(sendWave(breaking)).rejects.toThrow('The server ends');
  expect(await messages()).toHaveLength(0);
  expect(await findBroadcast(server.context, id)).toMatchObject({ mails: 0, waveCursor: null });
  await wave();
  expect(await messages()).toHaveLength(WAVE_SIZE);
  await withdrawBroadcast(server.context, id);
});
