import { storeDeltas } from '@portal/shared-release/dictionary';
import type { ReleaseDocument } from '@portal/shared-release/document';
import { versionsOf } from '@portal/shared-release/gate';
import { readEntry } from '@portal/shared-release/log/entry';
import { livePart, type PartRelease } from '@portal/shared-release/log/operations';
import { type EnvironmentState, partsOf } from '@portal/shared-release/state';
import type { Store } from '@portal/shared-release/store';
import type { ServerContext } from '../context.ts';
import { newest } from './log-storage.ts';
import { readDocument } from './publish.ts';

/**
 * What a returning member may have: the releases of a part that were live last
 * (docs/decisions/0048-deltas.md).
 */
const EARLIER_RELEASES = 3;
/** How far back they are looked for, since a log has the entries of all parts. */
const ENTRIES_READ = 300;
const PAGE = 100;

type Context = Pick<ServerContext, 'config' | 'db' | 'log' | 'ending'>;

/** Makes deltas beside the server's work, one release after the other. */
export type DeltaQueue = {
  add(release: PartRelease): void;
  /** Adds what has become live since the last call; what was live before it is a dictionary for that. */
  addLive(state: EnvironmentState): void;
};

/**
 * Makes the deltas of releases against the last ones that were live. Until they are there, and where one
 * is missing, browsers get whole files, so a failure is logged and nothing else.
 */
export function deltaQueue(context: Context, store: Store): DeltaQueue {
  const { log, ending } = context;
  let earlier: Promise<void> = Promise.resolve();

  async function make({ part, version }: PartRelease): Promise<void> {
    if (ending?.aborted) return;
    try {
      const release = await readDocument(store, part, version);
      if (!release) return;
      const count = await storeDeltas(store, release, await before(release), ending);
      log.info({ part, version, count }, 'stored the deltas of a release');
    } catch (err) {
      if (!ending?.aborted) log.warn({ err, part, version }, 'could not make deltas of a release');
    }
  }

  async function before({ name, version }: ReleaseDocument): Promise<ReleaseDocument[]> {
    const versions = (await liveVersions(context, name)).filter((live) => live !== version);
    const documents = await Promise.all(
      versions.slice(0, EARLIER_RELEASES).map((live) => readDocument(store, name, live)),
    );
    return documents.filter((document) => document !== undefined);
  }

  const add = (release: PartRelease) => {
    earlier = earlier.then(() => make(release));
  };
  const seen = new Map<string, readonly string[]>();

  return {
    add,
    addLive(state) {
      for (const [part, live] of partsOf(state)) {
        const versions = [live.stable, ...(live.canary ? [live.canary.version] : [])];
        const before = seen.get(part) ?? [];
        seen.set(part, versions);
        for (const version of versions) if (!before.includes(version)) add({ part, version });
      }
    },
  };
}

/** The versions of a part that were live last, the newest first; one more than are compared. */
async function liveVersions({ config, db }: Context, part: string): Promise<string[]> {
  const { environment } = config.releases;
  const versions = new Set<string>();
  let seq: number | undefined;
  for (let read = 0; read < ENTRIES_READ; read += PAGE) {
    const entries = (await newest(db, environment, seq, PAGE)).map((jws) => readEntry(jws).entry);
    for (const { state } of entries) {
      const live = livePart(state, part);
      for (const version of live ? versionsOf(live) : []) versions.add(version);
    }
    seq = entries.at(-1)?.seq;
    if (seq === undefined || versions.size > EARLIER_RELEASES) break;
  }
  return [...versions];
}
