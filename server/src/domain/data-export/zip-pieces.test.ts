import { unzipSync } from 'fflate';
import { zipPieces } from './zip-pieces.ts';

const LETTERS = 5_000;
/** Turns of the event loop that others have meanwhile, at least: one for each 50 letters. */
const TURNS = LETTERS / 50;

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

  let turns = 0;
  let isPacking = true;
  const takeTurn = () => {
    turns += 1;
    if (isPacking) setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  const pieces: Uint8Array[] = [];
  for await (const piece of zipPieces({ files, photos: [{ name: 'photos/a.webp', webp }] })) {
    pieces.push(piece);
  }
  isPacking = false;
  expect(turns).toBeGreaterThanOrEqual(TURNS);

  const found = unzipSync(new Uint8Array(Buffer.concat(pieces)));
  const json = (name: string) => JSON.parse(new TextDecoder().decode(found[name]));
  expect(json('notifications.json')).toEqual(rows);
  expect(json('empty.json')).toEqual([]);
  expect(Buffer.from(found['photos/a.webp'] ?? []).equals(Buffer.from(webp))).toBe(true);
}, 60_000);
