import { join } from 'node:path';
import { askHelper, helperProcesses } from '@portal/shared-process/helper-processes';
import type { DrawnPicture } from './draw-png-main.ts';

const processes = helperProcesses(join(import.meta.dirname, 'draw-png-main.ts'));
const DRAW_MS = 10_000;
/** The icons and launch images of a brand, and of the one before it. */
const KEPT = 64;

const drawn = new Map<string, Promise<Buffer>>();

/**
 * Draws an SVG picture as a PNG of its own size. A process of its own draws it: the server's own sharp has the decoder of SVG
 * switched off, since members upload photos to it.
 * @throws Error for a picture that cannot be drawn
 */
export function drawPng(svg: string): Promise<Buffer> {
  const known = drawn.get(svg);
  if (known) return known;
  const png = draw(svg);
  drawn.set(svg, png);
  png.catch(() => drawn.delete(svg));
  const [oldest] = drawn.keys();
  if (drawn.size > KEPT && oldest !== undefined) drawn.delete(oldest);
  return png;
}

async function draw(svg: string): Promise<Buffer> {
  const { png } = await askHelper<DrawnPicture>(processes, { svg }, DRAW_MS);
  if (!png) throw new Error('The picture cannot be drawn.');
  return Buffer.from(png);
}
