import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { undefinedIfMissing } from '@portal/delivery-builder/workspace/undefined-if-missing';
import { refused } from '@portal/delivery-model/client/failure';
import { fileKey, type RemoteDocument, type ShellDocument } from '@portal/delivery-model/document';
import { parseDocument } from '@portal/delivery-model/document-version';
import { isRemote, isShell } from '@portal/delivery-model/gate';
import { inParallel } from '@portal/delivery-model/in-parallel';
import type { Store } from '@portal/delivery-model/store/store';
import { releaseReader } from '../../gate/release-reader.ts';

/** What is live in a portal, as it was when it answered last. */
export type LiveCopy = {
  /** Whether the portal did not answer now. */
  readonly isKept: boolean;
  readonly shell: ShellDocument;
  readonly remotes: readonly RemoteDocument[];
  /** Documents and files; each is read from the portal once, and from the folder afterwards. */
  readonly releases: Pick<Store, 'get'>;
  /** Reads all files, so that the copy is whole without the portal. */
  readonly readAll: () => Promise<void>;
};

const FILES_AT_ONCE = 6;
const ANSWER_TIMEOUT_MS = 30_000;

/**
 * Copies what is live in a portal into a folder, which everybody may read. Where the portal does not answer, the copy of
 * before is taken.
 * @param folder of this portal alone
 * @throws CommandFailure where neither is there, and where no shell is live
 */
export async function copyOfLive(portalUrl: string, folder: string): Promise<LiveCopy> {
  const file = join(folder, 'live.json');
  const answer = await fetch(`${portalUrl}/api/releases/live`, {
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  })
    .then((response) => (response.ok ? response.text() : undefined))
    .catch(() => undefined);
  const json = answer ?? (await undefinedIfMissing(readFile(file, 'utf8')));
  if (json === undefined) {
    throw refused(
      'unreachable',
      `${portalUrl} does not say what is live there, and was not read before.`,
      'Check the address and the network.',
    );
  }
  const { data } = JSON.parse(json) as { data: { documents: unknown[] } };
  const documents = data.documents.map((one) => parseDocument(JSON.stringify(one)));
  const shell = documents.find(isShell);
  if (!shell) {
    throw refused(
      'no-page',
      `${portalUrl} has no shell yet, in which a remote could run.`,
      'Let the operator promote one first.',
    );
  }
  if (answer !== undefined) await writeWhole(file, answer);
  const releases = keptIn(folder, releaseReader({ documents, portalUrl }));
  const files = documents.flatMap(({ name, files }) =>
    Object.keys(files).map((one) => fileKey(name, one)),
  );
  return {
    isKept: answer === undefined,
    shell,
    remotes: documents.filter(isRemote),
    releases,
    readAll: () => inParallel(files, FILES_AT_ONCE, async (key) => void (await releases.get(key))),
  };
}

/** Files never change: their names have the hash of what is in them. */
function keptIn(folder: string, releases: Pick<Store, 'get'>): Pick<Store, 'get'> {
  return {
    async get(key) {
      if (!key.startsWith('files/')) return releases.get(key);
      const file = join(folder, key);
      const kept = await undefinedIfMissing(readFile(file));
      if (kept) return kept;
      const bytes = await releases.get(key);
      if (bytes) await writeWhole(file, bytes);
      return bytes;
    },
  };
}

async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
}
