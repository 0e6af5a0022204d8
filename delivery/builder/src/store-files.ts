import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { ReleasedFile } from '@portal/delivery-model/document';
import { integrityOf } from '@portal/delivery-model/integrity';
import { FILE_ENDINGS, fileType } from '@portal/delivery-model/store/file-type';
import { storedFile, writeOnce } from './release-folder.ts';

/** For `checkSupport` alone. */
const SOURCE_MAP = /\.map$/;
/** The strongest level whose window every browser has (RFC 9659). */
const ZSTD_LEVEL = 19;

/** The endings of the compressed files that stand beside each file. */
export const COMPRESSED = { gzip: '.gz', brotli: '.br', zstd: '.zst' } as const;
type Compressed = keyof typeof COMPRESSED;

/**
 * Stores the files of a finished build, each compressed in three ways. A file that an earlier build
 * stored is not compressed again.
 * @throws Error for a kind of file that no release has
 * @returns their hashes and sizes by name, in the order of the names
 */
export async function storeFiles(
  name: string,
  buildFolder: string,
): Promise<Record<string, ReleasedFile>> {
  const files = (await readdir(buildFolder)).filter((file) => !SOURCE_MAP.test(file)).sort();
  const other = files.find((file) => fileType(file) === undefined);
  if (other) {
    throw new Error(
      `A release cannot have ${other}. It has files of these kinds: ${FILE_ENDINGS.join(', ')}. Import one of these, or ask the API for it.`,
    );
  }
  const stored = await Promise.all(
    files.map(async (file): Promise<[string, ReleasedFile]> => {
      const body = await readFile(join(buildFolder, file));
      const target = storedFile(name, file);
      const sizes = (await storedSizes(target)) ?? (await storeCompressed(target, body));
      // Last, so that whoever sees the file finds the compressed ones too.
      await writeOnce(target, body);
      return [file, { integrity: integrityOf(body), size: body.length, ...sizes }];
    }),
  );
  return Object.fromEntries(stored);
}

type Sizes = Record<Compressed, number>;

/** Undefined unless the file and all compressed ones are there. */
async function storedSizes(target: string): Promise<Sizes | undefined> {
  const sizeOf = (file: string) => stat(file).then(({ size }) => size);
  try {
    await stat(target);
    const [gzipped, brotli, zstd] = await Promise.all(
      Object.values(COMPRESSED).map((ending) => sizeOf(target + ending)),
    );
    return { gzip: gzipped ?? 0, brotli: brotli ?? 0, zstd: zstd ?? 0 };
  } catch {
    return undefined;
  }
}

async function storeCompressed(target: string, body: Buffer): Promise<Sizes> {
  const [gzipped, brotli, zstd] = await Promise.all([
    promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION }),
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
    promisify(zstdCompress)(body, {
      params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL },
      pledgedSrcSize: body.length,
    }),
  ]);
  await writeOnce(target + COMPRESSED.gzip, gzipped);
  await writeOnce(target + COMPRESSED.brotli, brotli);
  await writeOnce(target + COMPRESSED.zstd, zstd);
  return { gzip: gzipped.length, brotli: brotli.length, zstd: zstd.length };
}
