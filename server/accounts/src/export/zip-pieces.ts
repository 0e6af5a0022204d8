import { pipeline, Readable } from 'node:stream';
import { setImmediate as otherWork } from 'node:timers/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile, ZipPassThrough } from 'fflate';
import type { CollectedData } from './collect-data.ts';

/** ZIP's number for deflate (APPNOTE.TXT §4.4.5). */
const DEFLATE = 8;

/**
 * Packs the data piece by piece, and reads on as the pieces are taken. Compressing is done by the threads of
 * zlib, so that no other call waits for somebody's download.
 */
export async function* zipPieces({ files, photos }: CollectedData): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  for (const { name, pages } of files) {
    const file: ZipInputFile = { filename: name, compression: DEFLATE, crc: 0, size: 0 };
    zip.add(file);
    const text = Readable.from(counted(file, jsonPieces(pages)), { objectMode: false });
    // What fails ends both, and reaches this loop.
    for await (const deflated of pipeline(text, createDeflateRaw(), () => {})) {
      file.ondata?.(null, deflated, false);
      yield* pieces.splice(0);
    }
    file.ondata?.(null, new Uint8Array(), true);
    yield* pieces.splice(0);
  }
  for await (const { name, webp } of photos) {
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

/** A JSON array, one page of rows after the other. */
async function* jsonPieces(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield `${before}\n${rows.map((row) => JSON.stringify(row, null, 2)).join(',\n')}`;
    before = ',';
    await otherWork();
  }
  yield before === '[' ? '[]' : '\n]';
}
