import { Readable } from 'node:stream';
import { setImmediate as otherWork } from 'node:timers/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile, ZipPassThrough } from 'fflate';
import type { CollectedData } from './collect-data.ts';

/** So many rows are made into text at once: some milliseconds, and then others have their turn. */
const ROWS_AT_ONCE = 50;
/** ZIP's number for deflate (APPNOTE.TXT §4.4.5). */
const DEFLATE = 8;

/**
 * Packs the data piece by piece. Compressing is done by the threads of zlib, and the text of 5,000
 * letters in small parts, so that no other call waits for somebody's download.
 */
export async function* zipPieces({ files, photos }: CollectedData): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  for (const { name, content } of files) {
    const file: ZipInputFile = { filename: name, compression: DEFLATE, crc: 0, size: 0 };
    zip.add(file);
    const text = Readable.from(counted(file, jsonPieces(content)));
    for await (const deflated of text.pipe(createDeflateRaw())) {
      file.ondata?.(null, deflated, false);
      yield* pieces.splice(0);
    }
    file.ondata?.(null, new Uint8Array(), true);
    yield* pieces.splice(0);
  }
  for (const { name, webp } of photos) {
    // WebP is compressed already.
    const file = new ZipPassThrough(name);
    zip.add(file);
    file.push(new Uint8Array(webp), true);
    yield* pieces.splice(0);
    await otherWork();
  }
  zip.end();
  yield* pieces.splice(0);
}

/** The size and checksum of a file stand behind its content. */
async function* counted(file: ZipInputFile, texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) {
    const bytes = Buffer.from(text);
    file.crc = crc32(bytes, file.crc);
    file.size += bytes.length;
    yield bytes;
  }
}

/** A JSON array, one row after the other. */
async function* jsonPieces(rows: readonly unknown[]): AsyncGenerator<string> {
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
    const some = rows.slice(first, first + ROWS_AT_ONCE);
    const texts = some.map((row) => JSON.stringify(row, null, 2));
    yield (first === 0 ? '[\n' : ',\n') + texts.join(',\n');
    await otherWork();
  }
  yield rows.length === 0 ? '[]' : '\n]';
}
