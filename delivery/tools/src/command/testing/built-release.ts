import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import {
  documentJson,
  documentKey,
  fileKey,
  versionedDocument,
} from '@portal/delivery-model/document';
import type { TestRelease } from '@portal/delivery-model/testing/release';

/** Writes a small release into a folder, as the last build of its part. @returns its version */
export async function writeBuild(folder: string, release: TestRelease): Promise<string> {
  const { version: _made, ...content } = release.document;
  const document = versionedDocument('1.0.0', content);
  const { name, version } = document;
  for (const [file, bytes] of Object.entries(release.files)) {
    const key = fileKey(name, file);
    await write(folder, key, bytes);
    await write(folder, `${key}.br`, brotliCompressSync(bytes));
    await write(folder, `${key}.gz`, gzipSync(bytes));
  }
  await write(folder, documentKey(name, version), documentJson(document));
  await write(folder, `built/${name}.json`, JSON.stringify({ inputs: '', version }));
  return version;
}

async function write(folder: string, key: string, content: string | Uint8Array): Promise<void> {
  const file = path.join(folder, key);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}
