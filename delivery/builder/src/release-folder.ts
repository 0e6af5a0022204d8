import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  documentJson,
  documentKey,
  fileKey,
  parseDocument,
  type ReleaseDocument,
} from '@portal/delivery-model/document';
import { hashInName } from '@portal/delivery-model/page/release-files';
import { RELEASES } from './workspace/packages.ts';

/**
 * The folder of what was built on this machine, with the keys of a store (delivery/model): files and
 * documents, none of which is ever changed or removed. Beside them stands, for each package, the
 * record of its last build. `portal publish` reads such a folder wherever it is.
 */

/** The last build of a package: the hash of its sources, and the release that they gave. */
export type BuildRecord = { readonly inputs: string; readonly version: string };

/** Where the folder keeps a file of a package. */
export const storedFile = (name: string, file: string, folder = RELEASES): string =>
  join(folder, fileKey(name, file));

/** Reads the record of a package's last build; undefined for a package that was never built. */
export async function readBuildRecord(
  name: string,
  folder = RELEASES,
): Promise<BuildRecord | undefined> {
  const json = await undefinedIfMissing(readFile(recordFile(name, folder), 'utf8'));
  return json === undefined ? undefined : (JSON.parse(json) as BuildRecord);
}

/** Replaces that record. */
export async function writeBuildRecord(name: string, record: BuildRecord): Promise<void> {
  await replace(recordFile(name), `${JSON.stringify(record)}\n`);
}

/**
 * Reads the document of a release.
 * @returns undefined when it is not in the folder
 * @throws Error when what is there is no document
 */
export async function readDocument(
  name: string,
  version: string,
  folder = RELEASES,
): Promise<ReleaseDocument | undefined> {
  const json = await undefinedIfMissing(readFile(join(folder, documentKey(name, version)), 'utf8'));
  return json ? parseDocument(json) : undefined;
}

/** Stores the document of a release. */
export async function writeDocument(document: ReleaseDocument): Promise<void> {
  const file = join(RELEASES, documentKey(document.name, document.version));
  await writeOnce(file, Buffer.from(documentJson(document)));
}

/**
 * Writes a file of a build that is not webpack's, with the hash of its content in its name.
 * @returns the name: `styles.4f2a90c1d5.css`
 */
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

/**
 * Writes a file whose name says its content. What is there already stays as it is.
 * @throws Error when other content has this name
 */
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

/** What was read; undefined where there is no such file or folder. Other errors are passed on. */
export function undefinedIfMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
}
