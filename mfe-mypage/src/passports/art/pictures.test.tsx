import {
  distanceOfDesignPicture,
  writeDesignPicture,
} from '@portal/server/testing/design-pictures';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Blossom } from './blossom.tsx';
import { ART_WIDTH, type ArtProps } from './frame.tsx';
import { HempLeaf } from './hemp-leaf.tsx';
import { Mountain } from './mountain.tsx';
import { Night } from './night.tsx';
import { Swallows } from './swallows.tsx';
import { Waves } from './waves.tsx';

const DRAWINGS: Readonly<Record<string, ComponentType<ArtProps>>> = {
  waves: Waves,
  mountain: Mountain,
  blossom: Blossom,
  swallows: Swallows,
  night: Night,
  'hemp-leaf': HempLeaf,
};

/** Fewer colors and another release of the library change a value by less than this. */
const DISTANCE_MAX = 4;

/** The art as a file of its own: in its light colors, which a browser reads from the style sheet. */
function fileOf(Drawing: ComponentType<ArtProps>): string {
  const markup = renderToStaticMarkup(<Drawing cut="wide" />);
  const colors = new Map(
    Array.from(
      markup.matchAll(/(?<=[" ])mp-(--art-[a-z]+)_(#[0-9a-f]+)/g),
      ([, name = '', color = '']) => [name, color],
    ),
  );
  return markup
    .replace('<svg ', `<svg xmlns="http://www.w3.org/2000/svg" width="${ART_WIDTH}" `)
    .replace(/ class="[^"]*"/, '')
    .replace(/var\((--art-[a-z]+)\)/g, (_, name: string) => colors.get(name) ?? 'none');
}

/** With DRAW_PICTURES=1 this draws them anew, after a change of the art. */
beforeAll(async () => {
  if (!process.env.DRAW_PICTURES) return;
  for (const [id, Drawing] of Object.entries(DRAWINGS)) {
    await writeDesignPicture(id, fileOf(Drawing));
  }
});

// @proves 14.113
test.each(Object.entries(DRAWINGS))('%s looks in messages as on the card', async (id, Drawing) => {
  expect(await distanceOfDesignPicture(id, fileOf(Drawing))).toBeLessThan(DISTANCE_MAX);
});
