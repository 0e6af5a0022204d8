import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { makeDelta } from '@portal/shared-release/dictionary';
import { fileKey } from '@portal/shared-release/document';
import { hashList } from '@portal/shared-release/hash-list';
import { changedRelease } from '../../support/changed-release.ts';
import { builtDocument, RELEASES } from '../../support/routes.ts';

const PART = 'account';
const SCREEN = '/account';
/** One more line in the screen's own file. */
const LINE = ';window.example = 1;';

/** What a member who has a remote downloads after one line of it has changed. Bytes. */
export type Redeployed = {
  readonly part: string;
  /** All files of the remote, as brotli. */
  readonly remote: number;
  /** What has changed, as brotli: the files, and the list of hashes. */
  readonly files: number;
  /** The same as differences, which browsers based on Chromium get. The list has none. */
  readonly deltas: number;
};

/** Changes one line of a remote and weighs what follows from it (docs/decisions/0048-deltas.md). */
export async function redeployedLine(): Promise<Redeployed> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-line-'));
  try {
    const before = await builtDocument(PART);
    const [screen] = before.rows[SCREEN]?.files ?? [];
    const { document } = await changedRelease(PART, folder, (text, file) =>
      file === screen ? text + LINE : text,
    );
    const list = brotliCompressSync(hashList(document).json).length;
    let [files, deltas] = [list, list];
    for (const file of Object.keys(document.files)) {
      if (file in before.files) continue;
      const old = Object.keys(before.files).find(
        (one) => !(one in document.files) && roleOf(one) === roleOf(file),
      );
      if (!old) throw new Error(`${file} has no file before it.`);
      const body = await readFile(join(folder, fileKey(PART, file)));
      files += brotliCompressSync(body).length;
      deltas += (await makeDelta(await readFile(join(RELEASES, fileKey(PART, old))), body)).length;
    }
    const remote = Object.values(before.files).reduce((sum, { brotli }) => sum + brotli, 0);
    return { part: PART, remote, files, deltas };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A file's name without its hash. */
const roleOf = (file: string): string => file.split('.').toSpliced(-2, 1).join('.');
