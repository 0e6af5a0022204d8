import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { draw as blossom } from '../art/blossom.ts';
import { draw as hempLeaf } from '../art/hemp-leaf.ts';
import { drawn, type Theme } from '../art/index.ts';
import { draw as mountain } from '../art/mountain.ts';
import { draw as night } from '../art/night.ts';
import { draw as swallows } from '../art/swallows.ts';
import { draw as waves } from '../art/waves.ts';

const FOLDER = resolve(import.meta.dirname, '../../../server/platform/src/pages/art');
const DRAWINGS = { blossom, 'hemp-leaf': hempLeaf, mountain, night, swallows, waves };
const FILES = Object.entries(DRAWINGS).flatMap(([id, draw]) =>
  (['light', 'dark'] as const).map((theme: Theme) => ({
    file: join(FOLDER, `${id}-${theme}.svg`),
    svg: drawn(draw, 'home', theme),
  })),
);

/** With DRAW_PICTURES=1 this draws them anew, after a change of the art. */
beforeAll(() => {
  if (process.env.DRAW_PICTURES) for (const { file, svg } of FILES) writeFileSync(file, svg);
});

// @proves 10.76
test.each(FILES)(
  "$file of the identity provider's pages is drawn by today's art",
  ({ file, svg }) => {
    expect(readFileSync(file, 'utf8')).toBe(svg);
  },
);
