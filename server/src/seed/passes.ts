import { addYears, lastDayOf, PERMISSION, todayInJapan } from '@portal/shared-contract';
import type { DomainContext } from '../context.ts';
import { passports } from '../db/schema/passes.ts';
import { PASS_PRICE } from '../domain/passes/pass.ts';
import { keepPhoto } from '../domain/passes/photos.ts';
import { drawPortrait } from './portrait.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MEMBER = {
  holderKind: 'member',
  holderLastName: '山田',
  holderFirstName: '花子',
  holderDateOfBirth: '1990-04-12',
} as const;

/** Demo passes: one in use with a confirmed identity, a child's to be paid at the counter, an old one. */
export async function seedPasses(context: DomainContext, memberId: string): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const dayFrom = (days: number) => todayInJapan(ago(-days));
  const adult = await keepPhoto(
    context,
    memberId,
    await drawPortrait([214, 228, 240], [64, 92, 128]),
  );
  const child = await keepPhoto(
    context,
    memberId,
    await drawPortrait([250, 236, 205], [200, 104, 78]),
  );
  const shared = {
    ownerId: memberId,
    purchaserId: memberId,
    extPermission: PERMISSION.ordinary,
    price: PASS_PRICE,
    updatedAt: now,
  };
  const lastYear = addYears(dayFrom(-45), -1);

  await db.insert(passports).values([
    {
      ...shared,
      ...MEMBER,
      designId: 'swallows',
      photoId: adult,
      usageStartDate: dayFrom(-40),
      extExpirationDate: lastDayOf(dayFrom(-40)),
      paymentType: 'card',
      paymentStatus: 'paid',
      extMemberCode: '4820017365',
      confirmedIdAt: ago(38),
      createdAt: ago(50),
    },
    {
      ...shared,
      holderKind: 'child',
      holderLastName: '山田',
      holderFirstName: '陽太',
      holderDateOfBirth: addYears(dayFrom(100), -8),
      designId: 'waves',
      photoId: child,
      usageStartDate: dayFrom(14),
      extExpirationDate: lastDayOf(dayFrom(14)),
      paymentType: 'counter',
      paymentStatus: 'pending',
      createdAt: ago(1),
    },
    {
      ...shared,
      ...MEMBER,
      designId: 'blossom',
      photoId: adult,
      usageStartDate: lastYear,
      extExpirationDate: lastDayOf(lastYear),
      paymentType: 'counter',
      paymentStatus: 'paid',
      extMemberCode: '4820009142',
      createdAt: ago(430),
    },
  ]);
}
