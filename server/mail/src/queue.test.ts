import { sharedServer } from '@portal/server-testing';
import { deliverDue } from './delivery.ts';
import { type OutboxMessage, purgeMessages, queueMessage, retryDelayMs } from './queue.ts';

test.each([
  [1, 15_000],
  [2, 30_000],
  [5, 240_000],
  [30, 14_400_000],
])('after failure %i the next attempt is %i ms later', (attempts, delay) => {
  expect(retryDelayMs(attempts)).toBe(delay);
});

describe('the outbox', () => {
  const server = sharedServer();

  const queue = (text: string) =>
    queueMessage(server.context, { kind: 'sms', recipient: '+819012345678', locale: 'ja', text });
  const statusOf = async (id: string) =>
    (await server.outbox.messages()).find((message) => message.id === id)?.status;

  test('a message is sent once by several senders', async () => {
    const messages = await Promise.all(Array.from({ length: 20 }, (_, index) => queue(`${index}`)));
    const sent: string[] = [];
    const transport = async ({ id }: OutboxMessage) => {
      sent.push(id);
    };
    await Promise.all(Array.from({ length: 4 }, () => deliverDue(server.context, transport)));
    expect(sent.sort()).toEqual(messages.map(({ id }) => id).sort());
    expect(await statusOf(sent[0] ?? '')).toBe('sent');
  });

  test('a message whose sender died is sent by another', async () => {
    const { id } = await queue('held');
    // Its deadline comes after the end of the test and its database.
    void deliverDue(server.context, () => new Promise(() => {})).catch(() => {});
    let sent = 0;
    const transport = async () => {
      sent += 1;
    };
    await expectEventually(async () => (await attemptsOf(id)) === 1);
    await deliverDue(server.context, transport);
    expect(sent).toBe(0);
    server.clock.advance(60_000);
    await deliverDue(server.context, transport);
    expect(sent).toBe(1);
  });

  test('a code that has expired is not sent, and is soon removed', async () => {
    const code = (text: string, seconds: number) =>
      queueMessage(server.context, {
        kind: 'sms',
        recipient: '+819012345678',
        locale: 'ja',
        text,
        expiresAt: new Date(server.clock.now().getTime() + seconds * 1000),
      });
    const [late, good] = [await code('late', 60), await code('good', 600)];
    server.clock.advance(60_000);
    const sent: string[] = [];
    await deliverDue(server.context, async ({ id }) => {
      sent.push(id);
    });
    expect(sent).toContain(good.id);
    expect(sent).not.toContain(late.id);
    server.clock.advance(1);
    const expired: unknown[] = [];
    const messagesExpired = (...noted: unknown[]) => expired.push(noted);
    await purgeMessages({ ...server.context, work: { messagesExpired } });
    expect(await statusOf(late.id)).toBeUndefined();
    expect(expired).toEqual([['sms', 1]]);
  });

  const attemptsOf = async (id: string) =>
    (await server.outbox.messages()).find((message) => message.id === id)?.attempts;
});

async function expectEventually(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
}
