import { distanceOfDesignPicture, writeDesignPicture } from '@portal/kit/testing/design-pictures';
import { type Draw, drawn } from '@portal/kit/ui/art';
import { draw as blossom } from '@portal/kit/ui/art/blossom';
import { draw as hempLeaf } from '@portal/kit/ui/art/hemp-leaf';
import { draw as mountain } from '@portal/kit/ui/art/mountain';
import { draw as night } from '@portal/kit/ui/art/night';
import { draw as swallows } from '@portal/kit/ui/art/swallows';
import { draw as waves } from '@portal/kit/ui/art/waves';

const DRAWINGS = { waves, mountain, blossom, swallows, night, 'hemp-leaf': hempLeaf };

/** Fewer colors and another release of the library change a value by less than this. */
const DISTANCE_MAX = 4;

const fileOf = (draw: Draw): string => drawn(draw, 'card', 'light');

/** With DRAW_PICTURES=1 this draws them anew, after a change of the art. */
beforeAll(async () => {
  if (!process.env.DRAW_PICTURES) return;
  for (const [id, draw] of Object.entries(DRAWINGS)) await writeDesignPicture(id, fileOf(draw));
});

// @proves 14.113
test.each(Object.entries(DRAWINGS))('%s looks in messages as on the card', async (id, draw) => {
  expect(await distanceOfDesignPicture(id, fileOf(draw))).toBeLessThan(DISTANCE_MAX);
});
