import type { ReleaseDocument } from '@portal/delivery-model/document';
import { departureProblems } from '@portal/delivery-model/gate/departure';
import {
  type Appended,
  type Asked,
  appendOperation,
  type Verdict,
} from '@portal/delivery-model/log/append';
import {
  livePart,
  type Operation,
  type PartRelease,
  releaseOf,
} from '@portal/delivery-model/log/operations';
import { permissionRefusal } from '@portal/delivery-model/log/permissions';
import { refusal } from '@portal/delivery-model/log/refusal';
import { OPERATOR } from '@portal/delivery-model/log/teams';
import type { EnvironmentState } from '@portal/delivery-model/state';
import type { ReleaseContext } from '../context.ts';
import { type ReleaseDocuments, readDocument } from './documents.ts';
import { historyStorage, lastEntry } from './history.ts';
import { expectRefusal, orderRefusals } from './order.ts';
import { checkRelease, configurationVerdict, pageRefusal } from './release-gate.ts';

type Context = Pick<ReleaseContext, 'db' | 'clock'>;

/** What makes a release live that no gate has compared with the present state. */
const isChecked = ({ type }: Operation): boolean => ['promote', 'grow', 'revive'].includes(type);

/** What ends harm, and its end, which wait for nobody's gate. */
const isBrake = ({ type }: Operation): boolean => ['kill', 'revive', 'rollback'].includes(type);

export type ReleaseLog = {
  /** Appends what somebody asks for, or answers why not. */
  append(asked: Asked): Promise<Appended>;
};

/** The history of releases, with the checks that no client can leave out. */
export function createReleaseLog({ db, clock }: Context, documents: ReleaseDocuments): ReleaseLog {
  /**
   * Permissions, that the release or configuration is there, for what becomes live the checks of the
   * release, and that there is a page with it. A roll-back and a kill skip these, so that nothing holds them up.
   */
  async function checked(
    asked: Asked,
    before: EnvironmentState,
    after: EnvironmentState | undefined,
  ): Promise<Verdict> {
    const { actor, operation } = asked;
    const release = releaseOf(before, operation);
    const document = release && (await readDocument(documents, release.part, release.version));
    const unexpected =
      permissionRefusal(before, actor.team, operation, document) ?? expectRefusal(asked, before);
    if (unexpected) return { ok: false, refusals: [unexpected] };
    if (!after) return { ok: true };
    const stale = await orderRefusals(asked, before, ({ part, version }) =>
      readDocument(documents, part, version),
    );
    if (stale.length > 0) return { ok: false, refusals: stale };
    if (release && !document) {
      // What is live already goes on: a canary must end whatever is lost.
      const isLive = livePart(before, release.part)?.stable === release.version;
      if (isChecked(operation) || !isLive)
        return { ok: false, refusals: [unknownRelease(release)] };
    }
    const verdict = await checksOf(asked, before, document);
    if (!verdict?.ok) return verdict ?? { ok: true };
    const refused = await pageRefusal(documents, after, clock.now());
    return refused ? { ok: false, refusals: [refused] } : verdict;
  }

  /** Undefined for an operation without checks. */
  async function checksOf(
    { actor, operation, force }: Asked,
    before: EnvironmentState,
    document: ReleaseDocument | undefined,
  ): Promise<Verdict | undefined> {
    if (operation.type === 'configure')
      return configurationVerdict(documents, operation.configuration);
    if (operation.type === 'retire') return retireVerdict(documents, operation.part, before);
    if (!document || !isChecked(operation)) return undefined;
    const isForced = force === true && actor.team === OPERATOR;
    return checkRelease(documents, before, operation, document, isForced);
  }

  const log = {
    storage: historyStorage(db),
    now: () => clock.now(),
    gate: checked,
  };
  // One after another in this process, so that only replicas compete for a number.
  let earlier: Promise<unknown> = Promise.resolve();

  return {
    append(asked) {
      if (isBrake(asked.operation)) return appendOperation(log, asked);
      const appended = earlier.then(() => appendOperation(log, asked));
      earlier = appended.catch(() => {});
      return appended;
    },
  };
}

/** No address that mails lead to is left without an owner. */
async function retireVerdict(
  documents: ReleaseDocuments,
  part: string,
  before: EnvironmentState,
): Promise<Verdict> {
  const stable = livePart(before, part)?.stable;
  // What cannot be read shows nothing either, and can be retired.
  const gone = stable === undefined ? undefined : await readDocument(documents, part, stable);
  const problems = gone ? departureProblems(part, gone) : [];
  return problems.length > 0 ? { ok: false, refusals: problems } : { ok: true };
}

const unknownRelease = ({ part, version }: PartRelease) =>
  refusal(
    'unknown-release',
    `The release ${version} of ${part} is not published.`,
    'Publish it first, and check the version.',
  );

/** What is live; undefined before the first entry. */
export const currentEntry = ({ db }: Pick<Context, 'db'>) => lastEntry(db);
