import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { unzipSync } from 'fflate';
import { zipPieces } from './data-export.ts';

const LETTERS = 500;
const ROWS = 50;

async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

function* pagesOf<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let first = 0; first < rows.length; first += ROWS) yield rows.slice(first, first + ROWS);
}

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
    { name: 'notifications.json', pages: each(pagesOf(rows)) },
    { name: 'empty.json', pages: each([]) },
  ];

  let turns = 0;
  let isPacking = true;
  const takeTurn = () => {
    turns += 1;
    if (isPacking) setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  const photos = each([{ name: 'photos/a.webp', webp }]);
  const pieces = await Readable.from(zipPieces({ files, photos })).toArray();
  isPacking = false;
  expect(turns).toBeGreaterThanOrEqual(LETTERS / ROWS);

  const found = unzipSync(new Uint8Array(Buffer.concat(pieces)));
  const json = (name: string) => JSON.parse(new TextDecoder().decode(found[name]));
  expect(json('notifications.json')).toEqual(rows);
  expect(json('empty.json')).toEqual([]);
  expect(Buffer.from(found['photos/a.webp'] ?? []).equals(Buffer.from(webp))).toBe(true);
});

// @proves 12.560
test('reads no further than the file is taken, and no more once nobody takes it', async () => {
  let read = 0;
  let isEnded = false;
  async function* letters() {
    try {
      for (; read < 1_000; read += 1) yield [{ text: randomBytes(50_000).toString('hex') }];
    } finally {
      isEnded = true;
    }
  }
  const zip = zipPieces({ files: [{ name: 'letters.json', pages: letters() }], photos: each([]) });
  for (let piece = 0; piece < 10; piece += 1) await zip.next();
  await zip.return(undefined);
  await new Promise(setImmediate);
  expect(read).toBeLessThan(15);
  expect(isEnded).toBe(true);
});

test('fails where the rows can no longer be read', async () => {
  async function* broken() {
    yield [{ letter: 1 }];
    throw new Error('connection lost');
  }
  const zip = zipPieces({ files: [{ name: 'letters.json', pages: broken() }], photos: each([]) });
  await expect(Readable.from(zip).toArray()).rejects.toThrow('connection lost');
});
