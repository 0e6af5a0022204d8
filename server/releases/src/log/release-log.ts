import { setTimeout as pause } from 'node:timers/promises';
import { canonicalJson } from '@portal/delivery-model/canonical-json';
import type { Asked, Entry } from '@portal/delivery-model/log/entry';
import { applyOperation, releaseOf } from '@portal/delivery-model/log/operations';
import { permissionRefusal } from '@portal/delivery-model/log/permissions';
import { type ReleaseRefusal, refusal } from '@portal/delivery-model/log/refusal';
import { EMPTY_STATE } from '@portal/delivery-model/state';
import type { ReleaseContext } from '../context.ts';
import { type ReleaseDocuments, readDocument } from './documents.ts';
import { entryOf, insertEntry, lastEntry } from './history.ts';
import { needsPage, operationRefusals, pageRefusal } from './release-checks.ts';

const LONGEST_WAIT_MS = 50;

export type Appended =
  | { readonly ok: true; readonly entry: Entry }
  | { readonly ok: false; readonly refusals: readonly ReleaseRefusal[] };

type Context = Pick<ReleaseContext, 'db' | 'clock'>;

/**
 * Appends what somebody asks for to the history, or answers why not. Inserting the next number is the compare-and-swap: who loses reads again and checks the operation against the new
 * state, so that none is lost and none is applied to a state that it was not checked against. A request that has
 * become an entry already is answered with that entry.
 */
export async function appendEntry(
  { db, clock }: Context,
  documents: ReleaseDocuments,
  asked: Asked,
): Promise<Appended> {
  const { actor: by, operation, requestKey } = asked;
  // At each try somebody's entry gets in.
  for (let attempt = 1; ; attempt += 1) {
    const known = requestKey === undefined ? undefined : await entryOf(db, requestKey);
    if (known) return repeated(known, asked);
    const last = await lastEntry(db);
    const before = last?.state ?? EMPTY_STATE;
    const now = clock.now().toISOString();
    // The clocks of two servers may differ; the history's time does not go back.
    const head = { seq: (last?.seq ?? 0) + 1, at: last && last.at > now ? last.at : now, by };
    const release = releaseOf(before, operation);
    const document = release && (await readDocument(documents, release.part, release.version));
    // First, since who may not do it learns nothing of the state.
    const forbidden = permissionRefusal(before, by.team, operation, document);
    if (forbidden) return { ok: false, refusals: [forbidden] };
    const outcome = applyOperation(before, operation, head);
    if (!outcome.ok) return { ok: false, refusals: [outcome.refusal] };
    const refusals = await operationRefusals(documents, asked, before, document);
    if (refusals.length > 0) return { ok: false, refusals };
    const noPage =
      needsPage(operation) && (await pageRefusal(documents, outcome.state, clock.now()));
    if (noPage) return { ok: false, refusals: [noPage] };
    const entry = { ...head, operation, state: outcome.state };
    if (await insertEntry(db, entry, requestKey)) return { ok: true, entry };
    await pause(Math.random() * Math.min(LONGEST_WAIT_MS, 2 * attempt));
  }
}

/** The entry of a request that was sent before; a key is of one team and one operation. */
function repeated(entry: Entry, { actor, operation }: Asked): Appended {
  const isSame = canonicalJson(entry.operation) === canonicalJson(operation);
  if (entry.by.team === actor.team && isSame) return { ok: true, entry };
  return refused(
    'key-used',
    'The key of this request is that of another request.',
    'Make a new key for each operation.',
  );
}

const refused = (...words: Parameters<typeof refusal>): Appended => ({
  ok: false,
  refusals: [refusal(...words)],
});
