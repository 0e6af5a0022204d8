import { fileKey, parseDocument, type ReleaseDocument } from '@portal/delivery-model/document';
import { versionsOf } from '@portal/delivery-model/gate';
import { inParallel } from '@portal/delivery-model/in-parallel';
import { type ReleaseRefusal, refusal } from '@portal/delivery-model/log/refusal';
import { type EnvironmentState, partsOf } from '@portal/delivery-model/state';
import type { Store, StoredValue } from '@portal/delivery-model/store/store';
import { formOf } from '@portal/delivery-model/store/stored-forms';
import { type Database, inTransaction } from '@portal/server-platform/database/database';
import type { SweptPart } from '@portal/shared-contract';
import { and, eq, like, max, sql } from 'drizzle-orm';
import type { ReleaseContext } from '../context.ts';
import { releaseDocuments } from '../schema/release-documents.ts';
import { releaseHistory } from '../schema/release-history.ts';
import { FILES } from './documents.ts';
import { entriesInForceSince } from './history.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A tab that was opened under an entry may still ask for what the entry names. */
export const KEPT_FOR_MS = 30 * DAY_MS;
/** A publish stores files first and the document last. */
const PUBLISH_MS = DAY_MS;
const CALLS_AT_ONCE = 8;

/**
 * Removes the releases that no entry of the last 30 days names, nor the one that was in force as they began, and the
 * files that no release names; or only says what that is. A preview counts until the time that it named. What is younger
 * than a day stays, since its publish may not be finished.
 */
export async function sweepReleases(
  { db, clock }: Pick<ReleaseContext, 'db' | 'clock'>,
  store: Store,
  remove: boolean,
): Promise<SweptPart[] | ReleaseRefusal> {
  const now = clock.now().getTime();
  const gone = await inTransaction(db, async (tx) => {
    // No entry comes in between, so that no release is promoted that goes (history.ts).
    if (remove) await tx.execute(sql`lock table ${releaseHistory} in exclusive mode`);
    const since = new Date(now - KEPT_FOR_MS);
    const entries = await entriesInForceSince(tx, since, Number.MAX_SAFE_INTEGER);
    const named = new Set(entries.flatMap(({ state }) => releasesOf(state, now)));
    if (named.size === 0) return undefined;
    const old = (await publishedReleases(tx)).filter(
      ({ part, version, at }) => !named.has(`${part} ${version}`) && at < now - PUBLISH_MS,
    );
    for (const { part, version } of remove ? old : []) {
      const { part: ofPart, version: ofVersion } = releaseDocuments;
      await tx.delete(releaseDocuments).where(and(eq(ofPart, part), eq(ofVersion, version)));
    }
    return old;
  });
  if (!gone) {
    return refusal(
      'nothing-live',
      'No release is live, so that everything would go.',
      'Promote a release first.',
    );
  }
  const isGone = new Set(gone.map(({ part, version }) => `${part} ${version}`));
  const stored: StoredValue[] = [];
  for await (const value of store.stored(FILES)) stored.push(value);
  // Read after the files, so that what is published meanwhile keeps its own.
  const left = (await allDocuments(db)).filter(
    ({ name, version }) => !isGone.has(`${name} ${version}`),
  );
  const named = new Set(
    left.flatMap(({ name, files }) => Object.keys(files).map((file) => fileKey(name, file))),
  );
  const files = stored.filter(
    ({ key, at }) => !named.has(formOf(key).plain) && at < now - PUBLISH_MS,
  );
  if (remove) await inParallel(files, CALLS_AT_ONCE, ({ key }) => store.remove(key));
  return sweptParts(gone, files);
}

/** Those that are live, previous or tried, and those of previews that last. */
function releasesOf(state: EnvironmentState, now: number): string[] {
  const live = partsOf(state).flatMap(([part, its]) =>
    versionsOf(its).map((version) => `${part} ${version}`),
  );
  const shown = Object.values(state.previews ?? {})
    .filter(({ until }) => Date.parse(until) > now)
    .flatMap(({ parts }) => Object.entries(parts))
    .map(([part, { version }]) => `${part} ${version}`);
  return [...live, ...shown];
}

async function publishedReleases(db: Database) {
  const { part, version, at } = releaseDocuments;
  const rows = await db
    .select({ part, version, at: max(at) })
    .from(releaseDocuments)
    .where(sql`${part} <> ''`)
    .groupBy(part, version);
  return rows.map((row) => ({ ...row, at: row.at?.getTime() ?? 0 }));
}

async function allDocuments(db: Database): Promise<ReleaseDocument[]> {
  const rows = await db
    .select({ bytes: releaseDocuments.bytes })
    .from(releaseDocuments)
    .where(like(releaseDocuments.key, 'releases/%'));
  return rows.map(({ bytes }) => parseDocument(new TextDecoder().decode(bytes)));
}

function sweptParts(
  releases: readonly { readonly part: string }[],
  files: readonly StoredValue[],
): SweptPart[] {
  const partOf = ({ key }: StoredValue) => key.split('/')[1] ?? '';
  const parts = new Set([...releases.map(({ part }) => part), ...files.map(partOf)]);
  return [...parts].sort().map((part) => {
    const its = files.filter((file) => partOf(file) === part);
    return {
      part,
      releases: releases.filter((release) => release.part === part).length,
      files: its.length,
      bytes: its.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  });
}
