import { PartNameSchema } from '@portal/shared-contract/part-name';
import * as v from 'valibot';
import { offsetOf } from '../canary.ts';
import { VersionSchema } from '../document.ts';
import {
  type Actor,
  type Canary,
  type EnvironmentState,
  EVERYBODY,
  GATES_KEPT,
  type LivePart,
  ReasonSchema,
  ShareSchema,
  TeamSchema,
} from '../state.ts';
import {
  type Grow,
  GrowSchema,
  GrowthSchema,
  grownCanary,
  growthRefusal,
  stepsRefusal,
  withoutGrowth,
} from './growth.ts';
import {
  EndPreviewSchema,
  endPreview,
  SetPreviewSchema,
  setPreview,
  withoutEndedPreviews,
} from './previews.ts';
import {
  changed,
  nothingChanges,
  type Outcome,
  type ReleaseRefusal,
  refusal,
  refused,
} from './refusal.ts';
import { applySetTeam, withoutPartOfTeam } from './teams.ts';

/** The part that the page cannot do without. */
export const SHELL = 'shell';

const PartOnly = { part: PartNameSchema };

/** What a team or the operator asks for. */
export const OperationSchema = v.variant('type', [
  /** Another configuration of the page, by the digest of its document in the store. */
  v.strictObject({
    type: v.literal('configure'),
    configuration: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  }),
  /** A release becomes live: for `share` per cent of the browsers as canary, else for all. */
  v.strictObject({
    type: v.literal('promote'),
    ...PartOnly,
    version: VersionSchema,
    share: v.optional(ShareSchema),
    /** The canary then grows by itself. */
    growth: v.optional(GrowthSchema),
    /** Why it becomes live although it has not passed the gate. */
    withoutGate: v.optional(ReasonSchema),
  }),
  GrowSchema,
  /** A release has passed the gate in a browser (`portal gate`). */
  v.strictObject({ type: v.literal('passGate'), ...PartOnly, version: VersionSchema }),
  /** Ends the canary, or returns to the release before the stable one. */
  v.strictObject({
    type: v.literal('rollback'),
    ...PartOnly,
    /** Refused unless this release is the canary, for who must not return to the release before. */
    canary: v.optional(VersionSchema),
    reason: v.optional(ReasonSchema),
  }),
  /** Switches the part off; its routes show words. */
  v.strictObject({
    type: v.literal('kill'),
    ...PartOnly,
    reason: ReasonSchema,
  }),
  v.strictObject({ type: v.literal('revive'), ...PartOnly }),
  /** Nothing of the remote is live any more, and its name and segments are free for other parts. */
  v.strictObject({ type: v.literal('retire'), ...PartOnly, reason: ReasonSchema }),
  /** What a team owns; without parts and segments there is no such team any more. */
  v.strictObject({
    type: v.literal('setTeam'),
    name: PartNameSchema,
    parts: v.pipe(TeamSchema.entries.parts, v.maxLength(100)),
    segments: v.pipe(TeamSchema.entries.segments, v.maxLength(1000)),
  }),
  SetPreviewSchema,
  EndPreviewSchema,
]);
export type Operation = v.InferOutput<typeof OperationSchema>;

/** A release, as operations name it. */
export type PartRelease = { readonly part: string; readonly version: string };

/** The number of an entry, when it was made, ISO 8601, and by whom. */
export type EntryHead = { readonly seq: number; readonly at: string; readonly by: Actor };

/**
 * Applies an operation to a state. It depends on nothing else.
 * Permissions are checked by `permissionRefusal`, and releases by the gate.
 * @param head of the entry that it becomes
 */
export function applyOperation(
  before: EnvironmentState,
  operation: Operation,
  head: EntryHead,
): Outcome {
  const { at } = head;
  const state = withoutEndedPreviews(before, at);
  switch (operation.type) {
    case 'configure':
      if (state.configuration === operation.configuration) return nothingChanges();
      return changed({ ...state, configuration: operation.configuration });
    case 'promote':
      return promote(state, operation, head);
    case 'grow':
      return grow(state, operation, at);
    case 'passGate':
      return passGate(state, operation);
    case 'rollback':
      return rollBack(state, operation, at);
    case 'kill': {
      const { part, reason } = operation;
      if (part === SHELL) {
        return refused(
          'shell-needed',
          'The shell cannot be switched off, because every page needs it.',
          'Roll the shell back, or promote another release of it.',
        );
      }
      return changePart(state, part, (live) =>
        live.killed
          ? refusal(
              'killed',
              `${part} is switched off already: ${live.killed.reason}`,
              'There is nothing to do.',
            )
          : {
              ...live,
              ...(live.canary && { canary: withoutGrowth(live.canary) }),
              killed: { at, reason },
            },
      );
    }
    case 'revive':
      return changePart(state, operation.part, ({ killed, ...live }) =>
        killed
          ? live
          : refusal(
              'not-killed',
              `${operation.part} is not switched off.`,
              'There is nothing to do.',
            ),
      );
    case 'retire':
      return retire(state, operation.part);
    case 'setTeam':
      return applySetTeam(state, operation);
    case 'setPreview':
      return setPreview(state, operation, head);
    case 'endPreview':
      return endPreview(state, operation, head);
  }
}

/** What is live of a part; undefined if nothing ever was. */
export function livePart(state: EnvironmentState, part: string): LivePart | undefined {
  if (part === SHELL) return state.shell;
  return Object.hasOwn(state.remotes, part) ? state.remotes[part] : undefined;
}

/**
 * The release that an operation makes live or shows, which permissions and gate look at; undefined for an
 * operation of none.
 */
export function releaseOf(state: EnvironmentState, operation: Operation): PartRelease | undefined {
  if (operation.type === 'promote' || operation.type === 'setPreview') {
    return { part: operation.part, version: operation.version };
  }
  if (operation.type === 'grow') return { part: operation.part, version: operation.canary };
  if (operation.type !== 'rollback' && operation.type !== 'revive') return undefined;
  const { part } = operation;
  const live = livePart(state, part);
  const isReturn = operation.type === 'rollback' && live?.canary === undefined;
  const version = isReturn ? live?.previous : live?.stable;
  return version === undefined ? undefined : { part, version };
}

function promote(
  state: EnvironmentState,
  operation: Extract<Operation, { type: 'promote' }>,
  { at }: EntryHead,
): Outcome {
  const { part, version, share, growth } = operation;
  const live = livePart(state, part);
  const shrinking = stepsRefusal(operation);
  if (shrinking) return { ok: false, refusal: shrinking };
  const unproven = gateRefusal(state, operation);
  if (unproven) return { ok: false, refusal: unproven };
  if (share === undefined) {
    const isAll = live?.stable === version && !live.canary && !live.killed;
    return isAll
      ? alreadyLive(part, version)
      : changed(withPart(state, part, stable(live, version, at)));
  }
  if (!live && part === SHELL) {
    return refused(
      'no-stable',
      'The shell has no stable release that the other browsers could get.',
      'Promote it without a share first.',
    );
  }
  if (live?.killed) {
    return refused(
      'killed',
      `${part} is switched off: ${live.killed.reason}`,
      'Revive it first, or promote the release without a share.',
    );
  }
  if (live?.stable === version) return alreadyLive(part, version);
  const known = live?.canary?.version === version ? live.canary : undefined;
  if (!growth && !known?.growth && known?.share === share) return nothingChanges();
  const canary: Canary = {
    version,
    share,
    offset: offsetOf(part, version),
    ...(growth && { growth: { ...growth, since: at } }),
  };
  return changed(withPart(state, part, { since: at, ...live, canary }));
}

function grow(state: EnvironmentState, operation: Grow, at: string): Outcome {
  const { part, canary: version, share } = operation;
  const live = livePart(state, part);
  const isAll = share === EVERYBODY;
  const early = growthRefusal(live, operation, at);
  if (early) return { ok: false, refusal: early };
  if (!live?.canary) return notLive(part);
  const grown = isAll
    ? stable(live, version, at)
    : { ...live, canary: grownCanary(live.canary, at) };
  return changed(withPart(state, part, grown));
}

/** Why a release has to pass the gate first; undefined for one that has, and for one that members have already. */
function gateRefusal(
  state: EnvironmentState,
  { part, version, withoutGate }: Extract<Operation, { type: 'promote' }>,
): ReleaseRefusal | undefined {
  const live = livePart(state, part);
  const known = [live?.stable, live?.previous, live?.canary?.version, ...passedOf(state, part)];
  if (withoutGate !== undefined || known.includes(version)) return undefined;
  return refusal(
    'gate-needed',
    `${part} ${version} has not passed the gate.`,
    `Run: portal gate ${part} --version ${version}. In an emergency promote it with --without-gate "<why>", which the history keeps.`,
  );
}

const passedOf = ({ passed = {} }: EnvironmentState, part: string): readonly string[] =>
  (Object.hasOwn(passed, part) ? passed[part] : undefined) ?? [];

function passGate(
  state: EnvironmentState,
  { part, version }: Extract<Operation, { type: 'passGate' }>,
): Outcome {
  const others = passedOf(state, part).filter((one) => one !== version);
  const passed = [version, ...others].slice(0, GATES_KEPT);
  return changed({ ...state, passed: { ...state.passed, [part]: passed } });
}

function retire(state: EnvironmentState, part: string): Outcome {
  if (part === SHELL) {
    return refused(
      'shell-needed',
      'The shell cannot be retired, because every page needs it.',
      'Roll the shell back, or promote another release of it.',
    );
  }
  if (!livePart(state, part)) return notLive(part);
  const remotes = withoutRemote(state, part);
  return changed({ ...state, remotes, teams: withoutPartOfTeam(state.teams, part) });
}

/** The release is live for all; what was live before is kept as previous. */
function stable(live: LivePart | undefined, version: string, at: string): LivePart {
  if (!live) return { stable: version, since: at };
  const { canary: _ended, killed: _revived, ...rest } = live;
  if (live.stable === version) return rest;
  return { stable: version, since: at, ...(live.stable && { previous: live.stable }) };
}

function rollBack(
  state: EnvironmentState,
  operation: Extract<Operation, { type: 'rollback' }>,
  at: string,
): Outcome {
  const outcome = changePart(state, operation.part, (live) => rolledBack(operation, live, at));
  if (!outcome.ok || livePart(outcome.state, operation.part)?.stable) return outcome;
  // The first canary of a remote has ended.
  return changed({ ...state, remotes: withoutRemote(state, operation.part) });
}

function withoutRemote({ remotes }: EnvironmentState, part: string): EnvironmentState['remotes'] {
  const { [part]: _gone, ...others } = remotes;
  return others;
}

function rolledBack(
  { part, canary: expected }: Extract<Operation, { type: 'rollback' }>,
  live: LivePart,
  at: string,
): LivePart | ReleaseRefusal {
  const { canary, previous, killed, ...rest } = live;
  if (expected !== undefined && canary?.version !== expected) {
    return refusal(
      'no-such-canary',
      `${expected} is not the canary of ${part}.`,
      'Look at what is live.',
    );
  }
  if (canary) {
    return { ...rest, ...(previous && { previous }), ...(killed && { killed }) };
  }
  if (previous === undefined) {
    return refusal(
      'no-previous',
      `${part} has no release to return to.`,
      'Promote the release that you want to be live.',
    );
  }
  // Without a previous release, so that a second roll-back does not return to what was broken.
  return { stable: previous, since: at };
}

function changePart(
  state: EnvironmentState,
  part: string,
  change: (live: LivePart) => LivePart | ReleaseRefusal,
): Outcome {
  const live = livePart(state, part);
  if (!live) return notLive(part);
  const after = change(live);
  return 'code' in after ? { ok: false, refusal: after } : changed(withPart(state, part, after));
}

/** The state with this live of a part. */
export const withPart = (
  state: EnvironmentState,
  part: string,
  live: LivePart,
): EnvironmentState =>
  part === SHELL
    ? { ...state, shell: live }
    : { ...state, remotes: { ...state.remotes, [part]: live } };

const notLive = (part: string) =>
  refused(
    'not-live',
    `Nothing of ${part} is live.`,
    'Check the name of the part, or promote a release of it first.',
  );

const alreadyLive = (part: string, version: string) =>
  refused('already-live', `${part} ${version} is live already.`, 'There is nothing to do.');
