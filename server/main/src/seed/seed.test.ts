import { checkPassword } from '@portal/server-accounts/password/credentials';
import { findMemberByEmail } from '@portal/server-members/members';
import { members } from '@portal/server-members/schema/members';
import { listNotifications } from '@portal/server-notifications/notifications';
import { listPassports } from '@portal/server-passports/passport/list';
import { passportStatus } from '@portal/server-passports/passport/passport';
import { sharedServer } from '@portal/server-testing';
import { todayInJapan } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { DEMO_MEMBER, seedDemo } from './index.ts';

describe('the demo data', () => {
  const server = sharedServer();

  test('has a member who can sign in, with twelve notifications, five unread', async () => {
    await seedDemo(server.context);
    expect(await checkPassword(server.context, DEMO_MEMBER)).toMatchObject({ kind: 'accepted' });
    const hanako = await findMemberByEmail(server.context, DEMO_MEMBER.email);
    expect(hanako?.termsAcceptedVersion).toBe(hanako?.termsCurrentVersion);
    const first = { page: 1, limit: 10 };
    const list = await listNotifications(server.context, hanako?.id ?? '', first);
    expect(list).toMatchObject({ total: 12, totalUnread: 5 });
    expect(list.items.filter(({ externalLink }) => externalLink)).toHaveLength(1);
  });

  test('has an active, an unpaid and an expired passport', async () => {
    const hanako = await findMemberByEmail(server.context, DEMO_MEMBER.email);
    if (!hanako) throw new Error('not seeded');
    const { items } = await listPassports(server.context, hanako, { page: 1, limit: 10 });
    const today = todayInJapan(server.clock.now());
    expect(items.map(({ passport }) => passportStatus(passport, today))).toEqual([
      'active',
      'payment_pending',
      'expired',
    ]);
    expect(items.every(({ passport }) => passport.photoId)).toBe(true);
  });

  test('is created once and keeps what was changed since', async () => {
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
});
