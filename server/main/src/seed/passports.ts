import { storePhoto } from '@portal/server-passports/passport/photos';
import { passports } from '@portal/server-passports/schema/passports';
import type { DomainContext } from '@portal/server-platform/database/database';
import { findDesign, offeredDesigns } from '@portal/shared-brand/read/designs';
import { passesOf } from '@portal/shared-brand/read/passes';
import {
  addYears,
  kindsFor,
  lastDayOfKind,
  PERMISSION,
  todayInJapan,
} from '@portal/shared-contract';
import sharp from 'sharp';
import type { Config } from '../config.ts';

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
  const portrait = async (background: Colour, clothes: Colour) =>
    storePhoto(context, memberId, await drawPortrait(background, clothes));
  const adultPhoto = await portrait([214, 228, 240], [64, 92, 128]);
  const childPhoto = await portrait([250, 236, 205], [200, 104, 78]);
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

const WIDTH = 450;
const HEIGHT = 600;

type Colour = readonly [red: number, green: number, blue: number];

/** Draws a portrait of nobody for the demo passports, as WebP: head and shoulders on a plain background. */
function drawPortrait(background: Colour, clothes: Colour): Promise<Uint8Array> {
  /** Ellipses in shares of width and height, the first in front: head, hair, shoulders. */
  const shapes = [
    { colour: [241, 205, 178], y: 0.4, across: 0.2, down: 0.19 },
    { colour: [58, 44, 48], y: 0.36, across: 0.24, down: 0.2 },
    { colour: clothes, y: 1.02, across: 0.42, down: 0.38 },
  ];
  const pixels = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let row = 0; row < HEIGHT; row += 1) {
    for (let column = 0; column < WIDTH; column += 1) {
      const isIn = ({ y, across, down }: (typeof shapes)[number]) =>
        ((column / WIDTH - 0.5) / across) ** 2 + ((row / HEIGHT - y) / down) ** 2 <= 1;
      pixels.set(shapes.find(isIn)?.colour ?? background, (row * WIDTH + column) * 3);
    }
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .webp({ quality: 82 })
    .toBuffer();
}
