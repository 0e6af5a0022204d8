import { crc32, deflateSync } from 'node:zlib';
import { sharedServer } from '@portal/server-testing';
import {
  createPassportClient,
  type PassportClient,
  photoFile,
  verdictOf,
} from '@portal/server-testing/passports';
import sharp from 'sharp';
import { encodePhoto } from '../passport/encode-photo.ts';

/** Of the product, and not its own constant, which the test has to notice. */
const EIGHT_MB = 8 * 1024 * 1024;

const API = 'http://localhost:4302';
const MINUTE_MS = 60_000;

/** A PNG whose header claims this size, with as little data as possible. */
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

/** The left half is red and the right half blue, to tell the orientation. */
const halves = (width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: '#0000ff' } },
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
  // @proves 14.11
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('of type %s is accepted', async (type) => {
    const made = await encodePhoto(await halves().toFormat(type).toBuffer());
    const { format, width, height } = await sharp(made as Uint8Array).metadata();
    expect([format, width, height]).toEqual(['webp', 400, 300]);
  });

  // @proves 14.11
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
    'with EXIF orientation %i is rotated upright',
    async (orientation, width, height, [x, y], colour) => {
      const file = await halves().jpeg().withMetadata({ orientation }).toBuffer();
      const made = (await encodePhoto(file)) as Uint8Array;
      const metadata = await sharp(made).metadata();
      expect([metadata.width, metadata.height, metadata.orientation]).toEqual([
        width,
        height,
        undefined,
      ]);
      expect(await colourAt(made, x, y)).toBe(colour);
    },
  );

  // @proves 14.11
  test('loses its EXIF data, location and all other metadata', async () => {
    const file = await halves()
      .withExif({
        IFD0: { Artist: 'Hanako', ImageDescription: 'at home' },
        IFD3: { GPSLatitude: '35/1 40/1 0/1', GPSLatitudeRef: 'N' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
      .jpeg()
      .toBuffer();
    expect(file.includes('Hanako') && file.includes('secret')).toBe(true);
    const made = (await encodePhoto(file)) as Uint8Array;
    const { exif, xmp, iptc, icc } = await sharp(made).metadata();
    expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined]);
    for (const word of ['Hanako', 'home', 'secret', 'GPS', 'Exif']) {
      expect(Buffer.from(made).includes(word)).toBe(false);
    }
  });

  test('with HTML appended keeps only its pixels', async () => {
    const script = '<script>alert(1)</script>';
    const file = Buffer.concat([await photoFile(), Buffer.from(script)]);
    const made = (await encodePhoto(file)) as Uint8Array;
    expect(Buffer.from(made).includes('script')).toBe(false);
  });

  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400"/></svg>';
  test.each([
    ['an SVG', () => Buffer.from(svg), 'photo.type'],
    ['an SVG that begins like XML', () => Buffer.from(`<?xml version="1.0"?>${svg}`), 'photo.type'],
    ['an HTML page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'photo.type'],
    ['nothing', () => Buffer.alloc(0), 'photo.type'],
    ['a GIF', () => halves().gif().toBuffer(), 'photo.type'],
    ['a TIFF', () => halves().tiff().toBuffer(), 'photo.type'],
    ['a PDF', () => Buffer.from('%PDF-1.7\n%…'), 'photo.type'],
    ['a ZIP', () => Buffer.from('PK\x03\x04'), 'photo.type'],
    ['an empty JPEG', () => Buffer.from('ffd8ff', 'hex'), 'photo.damaged'],
    [
      'an SVG with the header of a PNG',
      () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(svg)]),
      'photo.damaged',
    ],
    [
      'half a JPEG',
      async () => (await halves().jpeg().toBuffer()).subarray(0, 700),
      'photo.damaged',
    ],
    ['a decompression bomb of 900 megapixels', () => pngOf(30_000, 30_000), 'photo.dimensions'],
    ['a decompression bomb of extreme width', () => pngOf(9_999_999, 300), 'photo.dimensions'],
    ['a photo that is too small', () => photoFile({ width: 199, height: 400 }), 'photo.dimensions'],
    ['a PNG without its rows', () => pngOf(300, 300), 'photo.damaged'],
  ] as const)('is refused if it is %s', async (_, file, problem) => {
    expect(await encodePhoto(await file())).toBe(problem);
  });

  // @proves 14.490
  test('is refused undecoded if it is an AVIF of a few KB with many pixels', async () => {
    const side = 2300;
    const plain = sharp({ create: { width: side, height: side, channels: 3, background: '#88a' } });
    const file = await plain.avif({ quality: 30, effort: 0 }).toBuffer();
    expect(file.byteLength).toBeLessThan(5_000);
    expect(await encodePhoto(file)).toBe('photo.dimensions');
  });

  // @proves 14.490
  test('that takes too long to decode is given up, and the next one is decoded', async () => {
    const file = await photoFile({ width: 4000, height: 3000 });
    expect(await encodePhoto(file, { limitMs: 1 })).toBe('photo.damaged');
    expect(await encodePhoto(file)).toBeInstanceOf(Uint8Array);
  });

  // @proves 14.721
  test('is encoded before the others of a network that sends many', async () => {
    const file = await photoFile({ width: 1000, height: 1000 });
    const ended: string[] = [];
    const encode = async (network: string) => {
      const made = await encodePhoto(file, { network });
      ended.push(made instanceof Uint8Array ? network : `${network}: ${made}`);
    };
    // Both decoders run, so that none of these waits for the start of a process.
    await Promise.all([encodePhoto(file), encodePhoto(file)]);
    const flood = Array.from({ length: 22 }, () => encode('flood'));
    // The queue is full, and one of the flood leaves it.
    await Promise.all([...flood, encode('member'), encode('another')]);
    expect(ended.slice(0, 2)).toEqual(['flood: busy', 'flood: busy']);
    // A decoder may be slower than the other, by far less than the flood is long.
    expect(ended.indexOf('member')).toBeLessThan(12);
    expect(ended.indexOf('another')).toBeLessThan(12);
    expect(ended.filter((one) => one === 'flood')).toHaveLength(20);
  });

  test('is encoded in turn when many are uploaded at once', async () => {
    const file = await photoFile({ width: 1000, height: 1000 });
    const made = await Promise.all(Array.from({ length: 12 }, () => encodePhoto(file)));
    expect(made.every((one) => one instanceof Uint8Array)).toBe(true);
  });
});

describe('the photos of passports', () => {
  const server = sharedServer({ config: { callsPerMinute: 100_000 } });
  let hanako: PassportClient;
  beforeAll(async () => {
    hanako = await createPassportClient(server);
  });
  const look = (address: string) => server.api.fetch(new Request(API + address.slice(4)));

  // @proves 7.70 14.16 14.513
  test('are shown by a signed link without a token, until it expires', async () => {
    const { url } = (await hanako.upload(await photoFile())).body.data;
    const shown = await look(url);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('content-type')).toBe('image/webp');
    expect(shown.headers.get('cache-control')).toBe('no-store');
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
    const { width } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
    expect(width).toBe(300);
    server.clock.advance(10 * MINUTE_MS);
    expect((await look(url)).status).toBe(404);
  });

  // @proves 14.16
  test('are not shown by a changed link or the signature of another photo', async () => {
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

  // @proves 8.59 9.29
  test('of more than 8 MB are refused unread', async () => {
    const refused = await hanako.upload(Buffer.alloc(EIGHT_MB + 1));
    expect(verdictOf(refused)).toBe('413 request.too_large');
    const most = await hanako.upload(Buffer.alloc(EIGHT_MB));
    expect(most.body.error_descriptions).toEqual({ photo: ['photo.type'] });
  });

  test('are rate limited', async () => {
    const busy = await createPassportClient(server);
    const file = Buffer.from('<svg/>');
    const verdicts = [];
    for (let sent = 0; sent < 41; sent += 1) verdicts.push(verdictOf(await busy.upload(file)));
    expect(verdicts.slice(0, 40)).not.toContain('429 too_many_attempts');
    expect(verdicts.at(40)).toBe('429 too_many_attempts');
  });
});
