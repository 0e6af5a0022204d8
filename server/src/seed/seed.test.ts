import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { todayInJapan } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { members } from '../db/schema/members.ts';
import { findConnectedMember } from '../domain/connections.ts';
import { checkPassword } from '../domain/credentials.ts';
import { findMemberByEmail } from '../domain/members.ts';
import { listNotifications } from '../domain/notifications.ts';
import { listPasses } from '../domain/passes/list.ts';
import { passStatus } from '../domain/passes/pass.ts';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { DEMO_MEMBER, seedDemo } from './index.ts';

describe('the demo data', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  test('is a member who can sign in and has twelve notifications, five unread', async () => {
    await seedDemo(server.context);
    expect(await checkPassword(server.context, DEMO_MEMBER)).toMatchObject({ kind: 'accepted' });
    const hanako = await findMemberByEmail(server.context, DEMO_MEMBER.email);
    expect(hanako?.termsAcceptedVersion).toBe(hanako?.termsCurrentVersion);
    const first = { page: 1, limit: 10 };
    const list = await listNotifications(server.context, hanako?.id ?? '', first);
    expect(list).toMatchObject({ total: 12, totalUnread: 5 });
    expect(list.items.filter(({ externalLink }) => externalLink)).toHaveLength(1);
  });

  test('has a pass in use, one to be paid and an old one', async () => {
    const hanako = await findMemberByEmail(server.context, DEMO_MEMBER.email);
    if (!hanako) throw new Error('not seeded');
    const { items } = await listPasses(server.context, hanako, { page: 1, limit: 10 });
    const today = todayInJapan(server.clock.now());
    expect(items.map(({ pass }) => passStatus(pass, today))).toEqual([
      'payment_pending',
      'active',
      'expired',
    ]);
    expect(items.every(({ pass }) => pass.photoId)).toBe(true);
  });

  test('is made once, and what the person changed stays', async () => {
    await server.db
      .update(members)
      .set({ firstName: '華子' })
      .where(eq(members.emailNormalized, DEMO_MEMBER.email));
    await seedDemo(server.context);
    const hanako = await findMemberByEmail(server.context, DEMO_MEMBER.email);
    expect(hanako?.firstName).toBe('華子');
    const list = await listNotifications(server.context, hanako?.id ?? '', { page: 1, limit: 1 });
    expect(list.total).toBe(12);
  });

  test('takes further members from a file, and says so when it cannot', async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'portal-seed-')), 'members.json');
    const taro = {
      email: 'taro@example.com',
      password: 'yuzu-to-kinako-27',
      lastName: '田中',
      firstName: '太郎',
      emailVerified: false,
    };
    const line = 'U00000000000000000000000000000001';
    const jiro = { ...taro, email: 'jiro@example.com', password: null, mfaEnabled: true, line };
    writeFileSync(file, JSON.stringify([taro, jiro]));
    await seedDemo(server.context, file);
    expect(await findMemberByEmail(server.context, taro.email)).toMatchObject({
      lastName: '田中',
      emailVerified: false,
      passwordSet: true,
    });
    const { id } = (await findMemberByEmail(server.context, jiro.email)) ?? {};
    const account = { connection: 'line', subject: line };
    expect(await findConnectedMember(server.context, account)).toEqual({ memberId: id });
    expect(await findMemberByEmail(server.context, jiro.email)).toMatchObject({
      passwordSet: false,
      mfaEnabled: true,
    });
    await expect(seedDemo(server.context, `${file}.missing`)).rejects.toThrow(
      'Please set SEED_MEMBERS to a JSON file that holds a list of members.',
    );
  });
});
