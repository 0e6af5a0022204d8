import { documentKey, fileKey, type ReleaseDocument } from './document.ts';
import { versionsOf } from './gate/live-releases.ts';
import { type EnvironmentState, partsOf } from './state.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A tab that was opened under an entry may still ask for what the entry names. */
export const KEPT_FOR_MS = 30 * DAY_MS;
/** A publish stores files first and the document last. */
const PUBLISH_MS = DAY_MS;

/** What the sweep reads of an entry of the release log. */
export type SweptEntry = {
  readonly environment: string;
  readonly seq: number;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly state: EnvironmentState;
};

export type SweepInput = {
  /** Every key of the store, with the time it was stored at in milliseconds since 1970. */
  readonly stored: readonly { readonly key: string; readonly at: number }[];
  /** The logs of all environments that share the store. */
  readonly entries: readonly SweptEntry[];
  /** The documents of the store, by their keys. */
  readonly documents: ReadonlyMap<string, ReleaseDocument>;
  readonly now: number;
};

export type Sweep = {
  /** The keys to delete: documents first, so that no document ever names a file that is gone. */
  readonly remove: readonly string[];
  /** Documents that are needed and could not be read; no file of their parts is deleted. */
  readonly unread: readonly string[];
};

/**
 * What may be deleted from a store: releases and files that no entry of the last 30 days names. The
 * entry before these was in force as the 30 days began, however old it is, so it counts too. A preview counts
 * until the time that it named, also after it was ended or got another version. What is
 * younger than a day stays, with all that it names, since its publish may not be finished.
 * Configurations and gate reports are small and stay for ever, as the log does.
 */
export function sweepOf({ stored, entries, documents, now }: SweepInput): Sweep {
  // A store with releases has a log: one without an entry was not read.
  if (entries.length === 0) return { remove: [], unread: [] };
  const kept = entriesToKeep(entries, now - KEPT_FOR_MS);
  const young = stored.filter(({ at }) => at > now - PUBLISH_MS).map(({ key }) => key);
  const named = kept.flatMap(({ state }) => [
    ...documentKeysOf(state),
    ...previewKeysOf(state, now),
  ]);
  const inUse = new Set([...named, ...young]);
  const releases = [...inUse].filter(isDocumentKey);
  const unread = releases.filter((key) => !documents.has(key));
  const unknownParts = new Set(unread.map(partOf));
  for (const key of releases) {
    const document = documents.get(key);
    for (const file of Object.keys(document?.files ?? {})) inUse.add(fileKey(partOf(key), file));
  }
  const unused = stored
    .map(({ key }) => key)
    .filter((key) => !withoutEndings(key).some((original) => inUse.has(original)));
  return {
    remove: [
      ...unused.filter(isDocumentKey),
      ...unused.filter((key) => isFileKey(key) && !unknownParts.has(partOf(key))),
    ],
    unread,
  };
}

/** Of each environment the entries since a time, and the one that was in force then. */
function entriesToKeep(entries: readonly SweptEntry[], since: number): SweptEntry[] {
  const byEnvironment = Map.groupBy(entries, ({ environment }) => environment);
  return [...byEnvironment.values()].flatMap((log) => {
    const ordered = log.toSorted((a, b) => a.seq - b.seq);
    const first = ordered.findIndex(({ at }) => at >= since);
    // All from one on by their order in the log, since the clocks of two servers may differ.
    return ordered.slice(first === -1 ? -1 : Math.max(0, first - 1));
  });
}

/** The keys of the documents of all releases that are live in a state, or previous there. */
export function documentKeysOf(state: EnvironmentState): string[] {
  return partsOf(state).flatMap(([name, part]) =>
    versionsOf(part).map((version) => documentKey(name, version)),
  );
}

/** Those of the releases that its previews show. */
const previewKeysOf = ({ previews = {} }: EnvironmentState, now: number): string[] =>
  Object.values(previews)
    .filter(({ until }) => Date.parse(until) > now)
    .flatMap(({ parts }) =>
      Object.entries(parts).map(([name, { version }]) => documentKey(name, version)),
    );

/** True for the key of the document of a release, or of its tombstone. */
export const isDocumentKey = (key: string): boolean =>
  /^(releases|tombstones)\/[^/]+\/[^/]+\.json$/.test(key);
/**
 * Where the document of a removed release lies, so that its files stay for a day more: a promotion that
 * had read the document may still be under way.
 */
export const tombstoneOf = (key: string): string => key.replace(/^releases/, 'tombstones');
/** Of a published file, or of an upload that no document has named. */
const isFileKey = (key: string): boolean => /^(files|uploads)\/[^/]+\/[^/]+$/.test(key);
/** The part that the key of a document or file belongs to. */
export const partOf = (key: string): string => key.split('/')[1] ?? '';

/**
 * A key, and what is left of it without its last endings. A file is stored compressed too, under its
 * key and an ending: `….js.br`.
 */
function withoutEndings(key: string): string[] {
  const parts = key.split('.');
  return parts.map((_, at) => parts.slice(0, at + 1).join('.'));
}
