import type { ReleaseDocument } from '@portal/delivery-model/document';
import { type Departure, departureProblems } from '@portal/delivery-model/gate/departure';
import {
  type Appended,
  type Asked,
  appendOperation,
  type Verdict,
} from '@portal/delivery-model/log/append';
import { approvalRefusals, verifyApprovals } from '@portal/delivery-model/log/approval';
import type { Entry } from '@portal/delivery-model/log/entry';
import {
  livePart,
  type Operation,
  type PartRelease,
  releaseOf,
  releasesOf,
} from '@portal/delivery-model/log/operations';
import { permissionRefusal } from '@portal/delivery-model/log/permissions';
import { refusal } from '@portal/delivery-model/log/refusal';
import { keysOfTeam, releaseKeys } from '@portal/delivery-model/log/release-keys';
import type { PublicKey } from '@portal/delivery-model/log/sign';
import type { EnvironmentState } from '@portal/delivery-model/state';
import type { ReleaseContext } from '../context.ts';
import { expectStoreOf } from './expect-store.ts';
import { entryAt, lastEntry, logStorage } from './log-storage.ts';
import { expectRefusal, orderRefusals } from './order.ts';
import { readDocument } from './publish.ts';
import type { ReleaseCopies } from './release-copies.ts';
import { checkRelease, checkReleases, configurationVerdict, pageRefusal } from './release-gate.ts';

type Context = Pick<ReleaseContext, 'config' | 'db' | 'clock'>;

/** What makes a release live that no gate has compared with the present state. */
const isChecked = ({ type }: Operation): boolean => ['promote', 'grow', 'revive'].includes(type);

/** What ends harm, and its end, which wait for nobody's gate. */
const isBrake = ({ type }: Operation): boolean => ['kill', 'revive', 'rollback'].includes(type);

export type ReleaseLog = {
  /** Appends what somebody asks for, or answers why not. */
  append(asked: Asked): Promise<Appended>;
  /** The public keys with which a team may sign now. */
  keysOf(team: string, state: EnvironmentState | undefined): readonly PublicKey[];
  /** The ids of the operator's keys that no state names. */
  readonly rootKeys: readonly string[];
};

/** The release log of this server's environment, with the checks that no client can leave out. */
export function createReleaseLog(
  { config, db, clock }: Context,
  copies: ReleaseCopies,
): ReleaseLog {
  const { environment } = config.releases;
  const keys = releaseKeys(config);
  const rootKeys = keys.operators.map(({ kid }) => kid);

  /**
   * Permissions, that the release or configuration is in the store, for what becomes live the checks of the
   * release, and that there is a page with it. A roll-back and a kill skip these, so that nothing holds them up.
   */
  async function checked(
    asked: Asked,
    before: EnvironmentState,
    after: EnvironmentState | undefined,
  ): Promise<Verdict> {
    const { actor, operation } = asked;
    const release = releaseOf(before, operation);
    // What is live already needs no look at the store: a canary must end even then.
    const isLive = release && livePart(before, release.part)?.stable === release.version;
    const needsDocument = isChecked(operation) || !isLive;
    // Of a release that was swept, the files are gone and a copy may be there.
    const isNamed = operation.type === 'promote' || operation.type === 'setPreview';
    const from = isNamed ? copies.store : copies;
    const document =
      release &&
      (await readDocument(from, release.part, release.version).catch((error) => {
        if (needsDocument) throw error;
        return undefined;
      }));
    const orderer = await ordererOf(operation);
    const forbidden =
      permissionRefusal(before, actor, operation, { rootKeys, document }) ??
      (orderer && permissionRefusal(before, orderer.by, orderer.operation, { rootKeys, document }));
    const unexpected = forbidden ?? expectRefusal(asked, before);
    if (unexpected) return { ok: false, refusals: [unexpected] };
    if (!after) return { ok: true };
    const stale = await orderRefusals(asked, before, ({ part, version }) =>
      readDocument(copies, part, version),
    );
    if (stale.length > 0) return { ok: false, refusals: stale };
    if (release && !document && needsDocument) {
      await expectStoreOf(before, copies.store, [release]);
      return { ok: false, refusals: [unknownRelease(release)] };
    }
    const verdict = await checksOf(operation, { before, after, document });
    if (!verdict?.ok) return verdict ?? { ok: true };
    const refused = await pageRefusal(copies, after, clock.now());
    return refused ? { ok: false, refusals: [refused] } : verdict;
  }

  /** The entry under which a canary grows: who asked for it must be allowed to at each step. */
  async function ordererOf(operation: Operation): Promise<Entry | undefined> {
    if (operation.type !== 'grow') return undefined;
    return (await entryAt(db, environment, operation.under))?.entry;
  }

  /** Undefined for an operation without checks. */
  async function checksOf(
    operation: Operation,
    {
      before,
      after,
      document,
    }: {
      readonly before: EnvironmentState;
      readonly after: EnvironmentState;
      readonly document: ReleaseDocument | undefined;
    },
  ): Promise<Verdict | undefined> {
    if (operation.type === 'configure')
      return configurationVerdict(copies, operation.configuration);
    if (operation.type === 'promoteTogether')
      return setVerdict(copies, operation, { before, after });
    if (operation.type === 'move' || operation.type === 'retire') {
      return departureVerdict(copies, operation, before, after);
    }
    return document && isChecked(operation)
      ? checkRelease(copies, before, operation, document)
      : undefined;
  }

  /** These checks, and what the operator's policy demands of what becomes live. */
  async function gate(
    asked: Asked,
    before: EnvironmentState,
    after: EnvironmentState | undefined,
  ): Promise<Verdict> {
    const verdict = await checked(asked, before, after);
    if (!verdict.ok || !after) return verdict;
    const { actor, operation } = asked;
    const orderer = await ordererOf(operation);
    if (orderer) {
      const { by, operation: promotion, approvals = [] } = orderer;
      const refusals = approvalRefusals(before, by, releasesOf(promotion), approvals);
      return refusals.length > 0 ? { ok: false, refusals } : verdict;
    }
    const approvals = await verifyApprovals(asked.approvals ?? [], {
      audience: config.portalOrigin,
      now: clock.now(),
      keysOf: (team) => keysOfTeam(team, before, keys),
    });
    if ('code' in approvals) return { ok: false, refusals: [approvals] };
    const isPreview = operation.type === 'setPreview';
    const fresh = (isPreview ? [operation] : releasesOf(operation)).filter(
      ({ part, version }) => livePart(before, part)?.stable !== version,
    );
    // A preview runs in members' sessions too. It is there to look at what may not pass the gate.
    const refusals = approvalRefusals(before, actor, fresh, approvals).filter(
      ({ code }) => !isPreview || code !== 'gate-needed',
    );
    return refusals.length > 0 ? { ok: false, refusals } : { ...verdict, approvals };
  }

  const log = {
    environment,
    storage: logStorage(db, environment),
    key: keys.signing,
    now: () => clock.now(),
    gate,
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
    keysOf: (team, state) => keysOfTeam(team, state, keys),
    rootKeys,
  };
}

async function setVerdict(
  copies: ReleaseCopies,
  operation: Operation,
  { before, after }: { readonly before: EnvironmentState; readonly after: EnvironmentState },
): Promise<Verdict> {
  const releases = releasesOf(operation);
  const documents = await Promise.all(
    releases.map(({ part, version }) => readDocument(copies.store, part, version)),
  );
  const missing = releases.filter((_, index) => !documents[index]);
  if (missing.length > 0) {
    await expectStoreOf(before, copies.store, missing);
    return { ok: false, refusals: missing.map(unknownRelease) };
  }
  const candidates = documents.filter((document) => document !== undefined);
  return checkReleases(copies, after, candidates);
}

/** What becomes live with it fits what stays, and no address is left without an owner. */
async function departureVerdict(
  copies: ReleaseCopies,
  operation: Departure,
  before: EnvironmentState,
  after: EnvironmentState,
): Promise<Verdict> {
  const from = operation.type === 'move' ? operation.from : operation.part;
  const stable = livePart(before, from)?.stable;
  // What cannot be read shows nothing either, and can be retired.
  const gone = stable === undefined ? undefined : await readDocument(copies, from, stable);
  const [release] = releasesOf(operation);
  const taker = release && (await readDocument(copies, release.part, release.version));
  const problems = departureProblems(operation, gone, taker);
  if (problems.length > 0) return { ok: false, refusals: problems };
  return release ? setVerdict(copies, operation, { before, after }) : { ok: true };
}

const unknownRelease = ({ part, version }: PartRelease) =>
  refusal(
    'unknown-release',
    `The release ${version} of ${part} is not in the store.`,
    'Publish it first, and check the version.',
  );

/** What is live; undefined before the first entry. */
export const currentEntry = ({ config, db }: Pick<Context, 'config' | 'db'>) =>
  lastEntry(db, config.releases.environment);
