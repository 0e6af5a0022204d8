import { monitorEventLoopDelay } from 'node:perf_hooks';
import { unzipSync } from 'fflate';
import { zipPieces } from './zip-pieces.ts';

const LETTERS = 5_000;
/** Under the load of other tests; alone it is 30 ms. zipSync took three seconds and more. */
const LONGEST_MS = 500;

// @proves 12.490
test('packs the letters of years while others have their turn', async () => {
  const body = (letter: number) =>
    Array.from({ length: 100 }, (_, line) => `お知らせ ${letter * 7919 + line}。`).join(' ');
  const rows = Array.from({ length: LETTERS }, (_, letter) => ({
    title: { ja: `お知らせ${letter}`, en: `Letter ${letter}` },
    body: { ja: body(letter), en: body(letter + 1) },
    readAt: null,
  }));
  const webp = new Uint8Array(100_000).fill(7);
  const files = [
    { name: 'notifications.json', content: rows },
    { name: 'empty.json', content: [] },
  ];

  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const pieces: Uint8Array[] = [];
  for await (const piece of zipPieces({ files, photos: [{ name: 'photos/a.webp', webp }] })) {
    pieces.push(piece);
  }
  delay.disable();
  console.info(`The event loop was held up for ${Math.round(delay.max / 1e6)} ms at the most.`);
  expect(delay.max / 1e6).toBeLessThan(LONGEST_MS);

  const found = unzipSync(new Uint8Array(Buffer.concat(pieces)));
  const json = (name: string) => JSON.parse(new TextDecoder().decode(found[name]));
  expect(json('notifications.json')).toEqual(rows);
  expect(json('empty.json')).toEqual([]);
  expect(Buffer.from(found['photos/a.webp'] ?? []).equals(Buffer.from(webp))).toBe(true);
}, 60_000);
