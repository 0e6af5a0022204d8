import { storePhoto } from '@portal/server-passports/passport/photos';
import { passports } from '@portal/server-passports/schema/passports';
import type { DomainContext } from '@portal/server-platform/database/context';
import { findDesign, offeredDesigns } from '@portal/shared-brand/read/designs';
import { passesOf } from '@portal/shared-brand/read/passes';
import {
  addYears,
  kindsFor,
  lastDayOfKind,
  PERMISSION,
  todayInJapan,
} from '@portal/shared-contract';
import type { Config } from '../config.ts';
import { drawPortrait } from './portrait.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const HOLDER = {
  holderKind: 'member',
  holderLastName: '山田',
  holderFirstName: '花子',
  holderDateOfBirth: '1990-04-12',
} as const;

/** Creates the demo passports: an active one with a confirmed identity, a child's unpaid one, an expired one. */
export async function seedPassports(
  context: DomainContext & { readonly config: Pick<Config, 'brand'> },
  memberId: string,
): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const dayFrom = (days: number) => todayInJapan(daysAgo(-days));
  const adultPhoto = await storePhoto(
    context,
    memberId,
    await drawPortrait([214, 228, 240], [64, 92, 128]),
  );
  const childPhoto = await storePhoto(
    context,
    memberId,
    await drawPortrait([250, 236, 205], [200, 104, 78]),
  );
  const shared = {
    ownerId: memberId,
    purchaserId: memberId,
    extPermission: PERMISSION.ordinary,
    updatedAt: now,
  };
  const designs = offeredDesigns(context.config);
  const design = (id: string) => (findDesign(designs, id) ?? designs[0])?.id ?? id;
  const lastYearStart = addYears(dayFrom(-45), -1);
  const passes = passesOf(context.config);
  /** What somebody buys for themselves, or for a child. */
  const sold = (firstDay: string, born: string) => {
    const [kind = passes.kinds[0]] = kindsFor(passes, { born, firstDay, today: dayFrom(0) });
    if (!kind) throw new Error('No kind of passports is sold');
    const extExpirationDate = lastDayOfKind(kind, firstDay);
    return { usageStartDate: firstDay, extExpirationDate, price: kind.price, soldAs: kind };
  };
  const childBorn = addYears(dayFrom(100), -8);

  await db.insert(passports).values([
    {
      ...shared,
      ...HOLDER,
      designId: design('swallows'),
      photoId: adultPhoto,
      ...sold(dayFrom(-40), HOLDER.holderDateOfBirth),
      paymentType: 'card',
      paymentStatus: 'paid',
      extMemberCode: '4820017365',
      confirmedIdAt: daysAgo(38),
      createdAt: daysAgo(50),
    },
    {
      ...shared,
      holderKind: 'child',
      holderLastName: '山田',
      holderFirstName: '陽太',
      holderDateOfBirth: childBorn,
      designId: design('waves'),
      photoId: childPhoto,
      ...sold(dayFrom(14), childBorn),
      paymentType: 'counter',
      paymentStatus: 'pending',
      createdAt: daysAgo(1),
    },
    {
      ...shared,
      ...HOLDER,
      designId: design('blossom'),
      photoId: adultPhoto,
      ...sold(lastYearStart, HOLDER.holderDateOfBirth),
      paymentType: 'counter',
      paymentStatus: 'paid',
      extMemberCode: '4820009142',
      createdAt: daysAgo(430),
    },
  ]);
}
