import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { undefinedIfMissing } from '@portal/delivery-builder/workspace/undefined-if-missing';
import { failureOf, type PortalConnection } from '@portal/delivery-model/client/connection';
import { EXIT, refused } from '@portal/delivery-model/client/failure';
import { fileKey, type ReleaseDocument } from '@portal/delivery-model/document';
import { documentJson, parseDocument } from '@portal/delivery-model/document-version';
import { type LiveReleases, readLiveReleases } from '@portal/delivery-model/gate';
import { inParallel } from '@portal/delivery-model/in-parallel';
import type { EnvironmentState } from '@portal/delivery-model/state';
import type { Store } from '@portal/delivery-model/store/store';
import { releaseReader } from '../../gate/release-reader.ts';

/** What is live in a portal, as it was when it answered last. */
export type LiveCopy = {
  /** When the portal said so, in ISO 8601. */
  readonly takenAt: string;
  /** Whether the portal did not answer now. */
  readonly isKept: boolean;
  readonly live: LiveReleases;
  /** Documents and files; each is read from the portal once, and from the folder afterwards. */
  readonly releases: Pick<Store, 'get'>;
  /** Reads all files, so that the copy is whole without the portal. */
  readonly readAll: () => Promise<void>;
};

type Kept = {
  readonly takenAt: string;
  readonly state: EnvironmentState;
  readonly documents: readonly string[];
};

const FILES_AT_ONCE = 6;

/**
 * Copies what is live in a portal into a folder. Where the portal does not answer, the copy of before is taken.
 * @param folder of this portal alone
 * @throws CommandFailure where neither is there, and where no shell is live
 */
export async function copyOfLive(
  connection: Pick<PortalConnection, 'lastEntry' | 'document' | 'url'>,
  folder: string,
): Promise<LiveCopy> {
  const file = join(folder, 'live.json');
  let isKept = false;
  const kept = await ask(connection).catch(async (error: unknown) => {
    if (failureOf(error)?.exitCode !== EXIT.unreachable) throw error;
    const json = await undefinedIfMissing(readFile(file, 'utf8'));
    if (json === undefined) throw error;
    isKept = true;
    return JSON.parse(json) as Kept;
  });
  if (!isKept) await writeWhole(file, JSON.stringify(kept));
  const documents = kept.documents.map(parseDocument);
  const live = await readLiveReleases(kept.state, async (part, version) =>
    documents.find((one) => one.name === part && one.version === version),
  );
  const releases = keptIn(folder, releaseReader({ documents, portalUrl: connection.url }));
  const files = documents.flatMap(({ name, files }) =>
    Object.keys(files).map((one) => fileKey(name, one)),
  );
  const { takenAt } = kept;
  return {
    takenAt,
    isKept,
    live,
    releases,
    readAll: () => inParallel(files, FILES_AT_ONCE, async (key) => void (await releases.get(key))),
  };
}

async function ask(
  connection: Pick<PortalConnection, 'lastEntry' | 'document' | 'url'>,
): Promise<Kept> {
  const entry = await connection.lastEntry();
  if (!entry?.state.shell) {
    throw refused(
      'no-page',
      `${connection.url} has no shell yet, in which a remote could run.`,
      'Let the operator promote one first.',
    );
  }
  const read: ReleaseDocument[] = [];
  await readLiveReleases(entry.state, async (part, version) => {
    const document = await connection.document(part, version);
    read.push(document);
    return document;
  });
  return {
    takenAt: new Date().toISOString(),
    state: entry.state,
    documents: read.map(documentJson),
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
