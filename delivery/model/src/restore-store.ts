import { fileKey } from './document.ts';
import { documentJson } from './document-version.ts';
import { inParallel } from './in-parallel.ts';
import { integrityOf } from './integrity.ts';
import { configurationKey, parseConfiguration } from './page/configuration.ts';
import type { EnvironmentState } from './state.ts';
import { DOCUMENT_OPTIONS, type PutOptions, type Store } from './store/store.ts';
import { COMPRESSED_FORMS, fileOptions } from './store/stored-forms.ts';
import { documentKeysOf, partOf } from './sweep.ts';
import { documentIn } from './sweep-store.ts';

const FILES_AT_ONCE = 8;

export type RestoreInput = {
  /** A copy of the lost store: nothing in it is trusted. */
  readonly from: Pick<Store, 'get'>;
  readonly store: Pick<Store, 'get' | 'put'>;
  /** The states whose releases and configurations are wanted. */
  readonly states: readonly EnvironmentState[];
  readonly onProgress?: (text: string) => void;
};

/** The keys of documents and configurations that are stored now, and of those that the copy has not whole. */
export type StoreRestore = {
  readonly restored: readonly string[];
  readonly lacking: readonly string[];
};

/** The keys of what a state names: documents and its configuration. */
export const keysOfState = (state: EnvironmentState): string[] => [
  ...documentKeysOf(state),
  ...(state.configuration === undefined ? [] : [configurationKey(state.configuration)]),
];

/**
 * Stores again what the states of a log name, from a copy. A document comes after its files, and its version is
 * the digest that everything is compared with, so that what was changed in the copy is not restored.
 * @throws StoreError when a store fails
 */
export async function restoreStore(input: RestoreInput): Promise<StoreRestore> {
  const { states, onProgress = () => {} } = input;
  const documents = new Set(states.flatMap(documentKeysOf));
  const configurations = new Set(
    states.flatMap(({ configuration }) => (configuration === undefined ? [] : [configuration])),
  );
  const restored: string[] = [];
  const lacking: string[] = [];
  const note = (key: string, isWhole: boolean) => (isWhole ? restored : lacking).push(key);
  for (const digest of configurations) {
    note(configurationKey(digest), await restoreConfiguration(input, digest));
  }
  for (const [at, key] of [...documents].entries()) {
    onProgress(`${at} of ${documents.size} releases`);
    note(key, await restoreRelease(input, key));
  }
  return { restored, lacking };
}

async function restoreConfiguration(input: RestoreInput, digest: string): Promise<boolean> {
  const key = configurationKey(digest);
  const bytes = await input.from.get(key);
  try {
    parseConfiguration(new TextDecoder().decode(bytes), digest);
  } catch {
    return false;
  }
  if (bytes) await store(input, key, bytes, { type: 'application/json' });
  return true;
}

async function restoreRelease(input: RestoreInput, key: string): Promise<boolean> {
  const document = documentIn(key, await input.from.get(key));
  if (!document) return false;
  const part = partOf(key);
  let isWhole = true;
  await inParallel(Object.entries(document.files), FILES_AT_ONCE, async ([file, { integrity }]) => {
    const bytes = await input.from.get(fileKey(part, file));
    if (!bytes || integrityOf(bytes) !== integrity) isWhole = false;
    else await restoreFile(input, part, file, bytes);
  });
  if (!isWhole) return false;
  const json = new TextEncoder().encode(documentJson(document));
  await store(input, key, json, DOCUMENT_OPTIONS);
  return true;
}

/** A file, and those of its compressed forms that are forms of it. */
async function restoreFile(input: RestoreInput, part: string, file: string, bytes: Uint8Array) {
  await store(input, fileKey(part, file), bytes, fileOptions(file));
  for (const [ending, { decode }] of Object.entries(COMPRESSED_FORMS)) {
    const name = `${file}.${ending}`;
    const packed = await input.from.get(fileKey(part, name));
    const plain = packed && (await decode(packed).catch(() => undefined));
    if (packed && plain && isSame(plain, bytes)) {
      await store(input, fileKey(part, name), packed, fileOptions(name));
    }
  }
}

/** Stores what is not there yet, or was damaged. */
async function store(
  { store: to }: RestoreInput,
  key: string,
  bytes: Uint8Array,
  options: PutOptions,
): Promise<void> {
  const there = await to.get(key);
  if (!there || !isSame(there, bytes)) await to.put(key, bytes, options);
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;
