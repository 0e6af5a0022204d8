import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import {
  documentJson,
  documentKey,
  fileKey,
  integrityOf,
  parseDocument,
  type ReleaseDocument,
  type ReleasedFile,
} from '@portal/delivery-model/document';
import { hashInName } from '@portal/delivery-model/release-files';
import { FILE_ENDINGS, fileType } from '@portal/delivery-model/store/file-type';
import { RELEASES } from './workspace/packages.ts';

/**
 * The folder of what was built on this machine, with the keys of a store (delivery/model): files and
 * documents, none of which is ever changed or removed. Beside them stands, for each package, the
 * record of its last build. `portal publish` reads such a folder wherever it is.
 */

export type BuildRecord = { readonly inputs: string; readonly version: string };

export const storedFile = (name: string, file: string, folder = RELEASES): string =>
  join(folder, fileKey(name, file));

export async function readBuildRecord(
  name: string,
  folder = RELEASES,
): Promise<BuildRecord | undefined> {
  const json = await undefinedIfMissing(readFile(recordFile(name, folder), 'utf8'));
  return json === undefined ? undefined : (JSON.parse(json) as BuildRecord);
}

export async function writeBuildRecord(name: string, record: BuildRecord): Promise<void> {
  await replace(recordFile(name), `${JSON.stringify(record)}\n`);
}

/** Reads the document of a release. */
export async function readDocument(
  name: string,
  version: string,
  folder = RELEASES,
): Promise<ReleaseDocument | undefined> {
  const json = await undefinedIfMissing(readFile(join(folder, documentKey(name, version)), 'utf8'));
  return json ? parseDocument(json) : undefined;
}

export async function writeDocument(document: ReleaseDocument): Promise<void> {
  const file = join(RELEASES, documentKey(document.name, document.version));
  await writeOnce(file, Buffer.from(documentJson(document)));
}

/** Writes a file of a build that is not webpack's, with the hash of its content in its name. */
export async function writeHashed(
  folder: string,
  stem: string,
  ending: string,
  content: string | Uint8Array,
): Promise<string> {
  const name = `${stem}.${hashInName(content)}.${ending}`;
  await writeFile(join(folder, name), content);
  return name;
}

/** Writes a file whose name says its content, once. @throws Error when other content has this name */
export async function writeOnce(file: string, body: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const temporary = temporaryName(file);
  await writeFile(temporary, body, { flush: true });
  try {
    // Unlike a rename, a link never replaces a file.
    await link(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!(await readFile(file)).equals(body)) {
      throw new Error(`${file} exists with other content.`, { cause: error });
    }
  } finally {
    await rm(temporary);
  }
}

async function replace(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const temporary = temporaryName(file);
  await writeFile(temporary, text);
  await rename(temporary, file);
}

const temporaryName = (file: string): string => `${file}.${randomUUID()}.tmp`;
const recordFile = (name: string, folder = RELEASES): string =>
  join(folder, 'built', `${name}.json`);

export function undefinedIfMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
}

/** For `checkSupport` alone. */
const SOURCE_MAP = /\.map$/;

/**
 * Stores the files of a finished build, each with its compressed forms beside it. A file that an earlier build
 * stored is not compressed again.
 * @throws Error for a kind of file that no release has
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
      const isThere = await stat(target).then(
        () => true,
        () => false,
      );
      if (!isThere) await storeCompressed(target, body);
      // Last, so that whoever sees the file finds its compressed forms too.
      await writeOnce(target, body);
      const { size: brotli } = await stat(`${target}.br`);
      return [file, { integrity: integrityOf(body), size: body.length, brotli }];
    }),
  );
  return Object.fromEntries(stored);
}

async function storeCompressed(target: string, body: Buffer): Promise<void> {
  const [gzipped, brotli] = await Promise.all([
    promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION }),
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  ]);
  await writeOnce(`${target}.gz`, gzipped);
  await writeOnce(`${target}.br`, brotli);
}
