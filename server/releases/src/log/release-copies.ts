import { documentKey, fileKey, type ReleaseDocument } from '@portal/delivery-model/document';
import { versionsOf } from '@portal/delivery-model/gate';
import { readEntry } from '@portal/delivery-model/log/entry';
import type { PartRelease } from '@portal/delivery-model/log/operations';
import { configurationKey, parseConfiguration } from '@portal/delivery-model/page/configuration';
import { readText } from '@portal/delivery-model/page/page-texts';
import { type EnvironmentState, partsOf } from '@portal/delivery-model/state';
import type { Store } from '@portal/delivery-model/store/store';
import { and, eq, lt, ne } from 'drizzle-orm';
import type { ReleaseContext } from '../context.ts';
import { releaseCopies } from '../schema/release-copies.ts';
import { newest } from './log-storage.ts';
import { readDocument } from './publish.ts';

/** Entries of the log to whose releases somebody may want to return. */
const WANTED_ENTRIES = 100;
const YOUNG_MS = 24 * 60 * 60 * 1000;
const MEMORY_BYTES = 32 * 1024 * 1024;

/**
 * Copies in the database and in memory of what the page and the gate read of releases: documents, texts of the
 * page, lists, the configuration. With them a kill, a revival, a roll-back and composing need no store.
 */
export type ReleaseCopies = Pick<Store, 'get'> & {
  /** What is published: a release may be swept from it while its copy stays. */
  readonly store: Pick<Store, 'get' | 'stored'>;
  /**
   * Copies a release from the store, unless it is there.
   * @throws Error for one that the store does not have whole; StoreError while the store fails
   */
  keepRelease(release: PartRelease): Promise<void>;
  /**
   * Copies a configuration from the store, unless it is there.
   * @throws Error for one that the store does not have whole; StoreError while the store fails
   */
  keepConfiguration(digest: string): Promise<void>;
  /** Copies what a state names, as far as the store has it. */
  keepState(state: EnvironmentState): Promise<void>;
  /** Keeps the proof of a promotion, which is nowhere else, for good. */
  keepGateReport(proof: {
    readonly key: string;
    readonly digest: string;
    readonly json: string;
  }): Promise<void>;
};

type Context = Pick<ReleaseContext, 'config' | 'db' | 'clock'>;
type Texts = ReadonlyMap<string, Uint8Array>;

/** @param store read for what has no copy */
export function createReleaseCopies(
  { config, db, clock }: Context,
  store: Pick<Store, 'get' | 'stored'>,
): ReleaseCopies {
  const { environment } = config.releases;
  const inEnvironment = eq(releaseCopies.environment, environment);
  const memory = new Map<string, Uint8Array>();
  let memoryBytes = 0;

  function remember(key: string, bytes: Uint8Array): void {
    if (memory.has(key)) return;
    memory.set(key, bytes);
    memoryBytes += bytes.length;
    for (const [oldest, { length }] of memory) {
      if (memoryBytes <= MEMORY_BYTES) break;
      memory.delete(oldest);
      memoryBytes -= length;
    }
  }

  async function copyOf(key: string): Promise<Uint8Array | undefined> {
    const known = memory.get(key);
    if (known) return known;
    const [row] = await db
      .select({ bytes: releaseCopies.bytes })
      .from(releaseCopies)
      .where(and(inEnvironment, eq(releaseCopies.key, key)))
      .limit(1);
    if (row) remember(key, row.bytes);
    return row?.bytes;
  }

  async function insert({ part, version }: PartRelease, texts: Texts): Promise<void> {
    const at = clock.now();
    const rows = [...texts].map(([key, bytes]) => ({ environment, part, version, key, bytes, at }));
    await db.insert(releaseCopies).values(rows).onConflictDoNothing();
  }

  /** Removes the copies of releases that the last entries do not name. */
  async function removeUnwanted(): Promise<void> {
    const states = (await newest(db, environment, undefined, WANTED_ENTRIES)).map(
      (jws) => readEntry(jws).entry.state,
    );
    const wanted = new Set(
      states.flatMap(releasesOf).map(({ part, version }) => `${part} ${version}`),
    );
    const old = await db
      .selectDistinct({ part: releaseCopies.part, version: releaseCopies.version })
      .from(releaseCopies)
      .where(
        and(
          inEnvironment,
          ne(releaseCopies.part, ''),
          // A release that is about to become live is in no entry yet.
          lt(releaseCopies.at, new Date(clock.now().getTime() - YOUNG_MS)),
        ),
      );
    for (const { part, version } of old) {
      if (wanted.has(`${part} ${version}`)) continue;
      await db
        .delete(releaseCopies)
        .where(
          and(inEnvironment, eq(releaseCopies.part, part), eq(releaseCopies.version, version)),
        );
    }
  }

  async function keepRelease(release: PartRelease): Promise<void> {
    if (await copyOf(documentKey(release.part, release.version))) return;
    await insert(release, await textsOfRelease(store, release));
    await removeUnwanted();
  }

  async function keepConfiguration(digest: string): Promise<void> {
    const key = configurationKey(digest);
    if (await copyOf(key)) return;
    const bytes = await store.get(key);
    parseConfiguration(new TextDecoder().decode(bytes), digest);
    await insert({ part: '', version: digest }, new Map(bytes && [[key, bytes]]));
  }

  return {
    store,
    get: async (key) => (await copyOf(key)) ?? store.get(key),
    keepRelease,
    keepConfiguration,
    async keepState(state) {
      await Promise.allSettled([
        ...releasesOf(state).map(keepRelease),
        ...(state.configuration === undefined ? [] : [keepConfiguration(state.configuration)]),
      ]);
    },
    keepGateReport: ({ key, digest, json }) =>
      insert({ part: '', version: digest }, new Map([[key, new TextEncoder().encode(json)]])),
  };
}

const releasesOf = (state: EnvironmentState): PartRelease[] =>
  partsOf(state).flatMap(([part, live]) => versionsOf(live).map((version) => ({ part, version })));

/** The document and all texts of a release that pages are composed from, compared with their hashes. */
async function textsOfRelease(
  store: Pick<Store, 'get'>,
  { part, version }: PartRelease,
): Promise<Texts> {
  const texts = new Map<string, Uint8Array>();
  const get = async (key: string) => {
    const bytes = await store.get(key);
    if (bytes) texts.set(key, bytes);
    return bytes;
  };
  const document = await readDocument({ get }, part, version);
  if (!document) throw new Error(`The store has no readable document of ${part} ${version}.`);
  const read = async (file: string) => {
    const bytes = await get(fileKey(part, file));
    if (!bytes) throw new Error(`The store has no ${fileKey(part, file)}.`);
    return bytes;
  };
  await Promise.all(textFiles(document).map((file) => readText(document, file, read)));
  return texts;
}

const textFiles = (document: ReleaseDocument): string[] => [
  ...('page' in document ? Object.values(document.page) : []),
  ...Object.values(document.rows).flatMap(({ firstView }) =>
    firstView ? [firstView.ja, firstView.en] : [],
  ),
];
