import { crc32, deflateSync } from 'node:zlib';
import { PHOTO_MAX_BYTES } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { passportPhotos } from '../../db/schema/passes.ts';
import { makePhoto } from '../../domain/passes/photo-picture.ts';
import { DATABASES, startTestServer, type TestServer } from '../../testing/index.ts';
import { type PassClient, passClient, photoFile, verdictOf } from '../../testing/passes.ts';

jest.setTimeout(60_000);
const API = 'http://localhost:4302';
const MINUTE_MS = 60_000;

/** A PNG that says it is this large and holds as little as it can. */
function pngOf(width: number, height: number, rows: Buffer = Buffer.alloc(64)): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Left half red, right half blue: one sees how it is turned. */
const halves = (width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    {
      input: {
        create: { width: width / 2, height, channels: 3, background: '#0000ff' },
      },
      left: width / 2,
      top: 0,
    },
  ]);

async function colourAt(picture: Uint8Array, x: number, y: number): Promise<'red' | 'blue'> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  return (data[at] ?? 0) > (data[at + 2] ?? 0) ? 'red' : 'blue';
}

describe('a photo', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('of type %s is taken', async (type) => {
    const made = await makePhoto(await halves().toFormat(type).toBuffer());
    const { format, width, height } = await sharp(made as Uint8Array).metadata();
    expect([format, width, height]).toEqual(['webp', 400, 300]);
  });

  test.each([
    [1, 400, 300, [10, 150], 'red'],
    [2, 400, 300, [10, 150], 'blue'],
    [3, 400, 300, [10, 150], 'blue'],
    [4, 400, 300, [10, 150], 'red'],
    [5, 300, 400, [150, 10], 'red'],
    [6, 300, 400, [150, 10], 'red'],
    [7, 300, 400, [150, 10], 'blue'],
    [8, 300, 400, [150, 10], 'blue'],
  ] as const)(
    'with EXIF orientation %i is turned upright',
    async (orientation, width, height, [x, y], colour) => {
      const file = await halves().jpeg().withMetadata({ orientation }).toBuffer();
      const made = (await makePhoto(file)) as Uint8Array;
      const metadata = await sharp(made).metadata();
      expect([metadata.width, metadata.height, metadata.orientation]).toEqual([
        width,
        height,
        undefined,
      ]);
      expect(await colourAt(made, x, y)).toBe(colour);
    },
  );

  test('loses its EXIF, its place and every other note', async () => {
    const file = await halves()
      .withExif({
        IFD0: { Artist: 'Hanako', ImageDescription: 'at home' },
        IFD3: { GPSLatitude: '35/1 40/1 0/1', GPSLatitudeRef: 'N' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
      .jpeg()
      .toBuffer();
    expect(file.includes('Hanako') && file.includes('secret')).toBe(true);
    const made = (await makePhoto(file)) as Uint8Array;
    const { exif, xmp, iptc, icc } = await sharp(made).metadata();
    expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined]);
    for (const word of ['Hanako', 'home', 'secret', 'GPS', 'Exif']) {
      expect(Buffer.from(made).includes(word)).toBe(false);
    }
  });

  test('that hides a page behind its pixels keeps the pixels alone', async () => {
    const script = '<script>alert(1)</script>';
    const file = Buffer.concat([await photoFile(), Buffer.from(script)]);
    const made = (await makePhoto(file)) as Uint8Array;
    expect(Buffer.from(made).includes('script')).toBe(false);
  });

  test('is made no larger than it is shown', async () => {
    const made = await makePhoto(await photoFile({ width: 4000, height: 3000 }));
    const { width, height } = await sharp(made as Uint8Array).metadata();
    expect([width, height]).toEqual([900, 675]);
  });

  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400"/></svg>';
  test.each([
    ['an SVG', () => Buffer.from(svg), 'photo.type'],
    ['an SVG that begins like XML', () => Buffer.from(`<?xml version="1.0"?>${svg}`), 'photo.type'],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'photo.type'],
    ['nothing', () => Buffer.alloc(0), 'photo.type'],
    ['a GIF', () => halves().gif().toBuffer(), 'photo.type'],
    ['a TIFF', () => halves().tiff().toBuffer(), 'photo.type'],
    ['a PDF', () => Buffer.from('%PDF-1.7\n%…'), 'photo.type'],
    ['a ZIP', () => Buffer.from('PK\x03\x04'), 'photo.type'],
    ['a JPEG without an inside', () => Buffer.from('ffd8ff', 'hex'), 'photo.damaged'],
    [
      'an SVG that calls itself a PNG',
      () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(svg)]),
      'photo.damaged',
    ],
    [
      'half a JPEG',
      async () => (await halves().jpeg().toBuffer()).subarray(0, 700),
      'photo.damaged',
    ],
    ['a bomb of 900 megapixels', () => pngOf(30_000, 30_000), 'photo.dimensions'],
    ['a bomb as long as it can be', () => pngOf(9_999_999, 300), 'photo.dimensions'],
    ['a stamp', () => photoFile({ width: 199, height: 400 }), 'photo.dimensions'],
    ['a PNG without its rows', () => pngOf(300, 300), 'photo.damaged'],
  ] as const)('that is %s is refused', async (_, file, problem) => {
    expect(await makePhoto(await file())).toBe(problem);
  });

  test('of many at once is made in its turn', async () => {
    const file = await photoFile({ width: 1000, height: 1000 });
    const made = await Promise.all(Array.from({ length: 12 }, () => makePhoto(file)));
    expect(made.every((one) => one instanceof Uint8Array)).toBe(true);
  });
});

describe.each(DATABASES)('the photos of passes on %s', (database) => {
  let server: TestServer;
  let hanako: PassClient;
  beforeAll(async () => {
    server = await startTestServer({ database, config: { callsPerMinute: 100_000 } });
    hanako = await passClient(server);
  });
  afterAll(() => server.close());
  const look = (address: string) => server.api.fetch(new Request(API + address.slice(4)));

  test('are shown by a link that needs no token and ends', async () => {
    const { url } = (await hanako.upload(await photoFile())).body.data;
    const shown = await look(url);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('content-type')).toBe('image/webp');
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
    const { width } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
    expect(width).toBe(300);
    server.clock.advance(10 * MINUTE_MS);
    expect((await look(url)).status).toBe(404);
  });

  test('have the same link for some minutes, so that a list does not fetch them anew', async () => {
    const pass = await hanako.buy();
    const first = pass.photo;
    server.clock.set(new Date('2027-01-01T00:00:00Z'));
    const second = (await hanako.get(pass.id)).photo;
    server.clock.advance(4 * MINUTE_MS);
    expect((await hanako.get(pass.id)).photo).toBe(second);
    expect(second).not.toBe(first);
    expect((await look(second ?? '')).status).toBe(200);
  });

  test("are not shown by a changed link, nor by another one's signature", async () => {
    const one = (await hanako.upload(await photoFile())).body.data;
    const two = (await hanako.upload(await photoFile())).body.data;
    const [, query] = one.url.split('?');
    const changed = [
      one.url.replace(/until=\d/, 'until=9'),
      one.url.replace(/signature=../, 'signature=AA'),
      one.url.split('?')[0],
      `${one.url.split('?')[0]}?until=&signature=`,
      `/api/passports/photos/${two.photo_id}?${query}`,
      `/api/passports/photos/x?${query}`,
    ];
    for (const address of changed) expect((await look(address)).status).toBe(404);
  });

  test('of more than 8 MB are not even read', async () => {
    const refused = await hanako.upload(Buffer.alloc(PHOTO_MAX_BYTES + 1));
    expect(verdictOf(refused)).toBe('413 request.too_large');
    const most = await hanako.upload(Buffer.alloc(PHOTO_MAX_BYTES));
    expect(most.body.error_descriptions).toEqual({ photo: ['photo.type'] });
  });

  test('are taken for what they are, whatever they are called', async () => {
    const named = await hanako.upload(await photoFile(), 'text/html');
    expect(named.status).toBe(200);
    const disguised = await hanako.upload(Buffer.from('<svg/>'), 'image/png');
    expect(disguised.body.error_descriptions).toEqual({ photo: ['photo.type'] });
  });

  test('without a token are refused before anything is read', async () => {
    const answer = await server.api.fetch(
      new Request(`${API}/passports/photos`, { method: 'POST', body: new Uint8Array(10) }),
    );
    expect(answer.status).toBe(401);
  });

  test('are not for filling the disk', async () => {
    const busy = await passClient(server);
    const file = Buffer.from('<svg/>');
    const verdicts = [];
    for (let sent = 0; sent < 41; sent += 1) verdicts.push(verdictOf(await busy.upload(file)));
    expect(verdicts.slice(0, 40)).not.toContain('429 too_many_attempts');
    expect(verdicts.at(40)).toBe('429 too_many_attempts');
  });

  test('are kept as they were made, byte for byte', async () => {
    const made = (await makePhoto(await photoFile())) as Uint8Array;
    const id = await hanako.newPhoto();
    const [row] = await server.db.select().from(passportPhotos).where(eq(passportPhotos.id, id));
    expect(Buffer.from(row?.webp ?? []).equals(made)).toBe(true);
  });
});
