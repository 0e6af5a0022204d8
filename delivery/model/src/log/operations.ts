import { PartNameSchema } from '@portal/shared-contract/part-name';
import * as v from 'valibot';
import { offsetOf } from '../canary.ts';
import { SegmentSchema, SlotNameSchema, VersionSchema } from '../document.ts';
import {
  type Actor,
  type Canary,
  type EnvironmentState,
  type LivePart,
  PolicyRuleSchema,
  ReasonSchema,
  ShareSchema,
  SLICES,
  SlotRuleSchema,
  TeamSchema,
} from '../state.ts';
import { freezeRefusal } from './freeze.ts';
import {
  type Grow,
  GrowSchema,
  GrowthSchema,
  grownCanary,
  growthRefusal,
  stepsRefusal,
  withoutGrowth,
} from './growth.ts';
import { canaryTimeRefusal, policyWith, ruleOf } from './policy.ts';
import {
  EndPreviewSchema,
  endPreview,
  type PreviewsOutcome,
  SetPreviewSchema,
  setPreview,
  withoutEndedPreviews,
} from './previews.ts';
import { type ReleaseRefusal, refusal } from './refusal.ts';
import { slotsWith } from './slot-rules.ts';
import { applySetTeam, moveSegments, withoutPartOfTeam } from './teams.ts';

/** The part that the page cannot do without. */
export const SHELL = 'shell';

const PARTS_MAX = 100;
const PartOnly = { part: PartNameSchema };
/** Why the operator does it during a freeze. */
const Despite = { despiteFreeze: v.optional(ReasonSchema) };

/** What a team or the operator asks for. */
export const OperationSchema = v.variant('type', [
  /** Another configuration of the page, by the digest of its document in the store. */
  v.strictObject({
    type: v.literal('configure'),
    configuration: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  }),
  /** A release becomes live: for `share` of 256 slices of browsers as canary, else for all. */
  v.strictObject({
    type: v.literal('promote'),
    ...PartOnly,
    version: VersionSchema,
    share: v.optional(ShareSchema),
    /** The canary then grows by itself. */
    growth: v.optional(GrowthSchema),
    ...Despite,
  }),
  GrowSchema,
  /**
   * Releases that fit only together become live in one step, for all. None of them has a previous release
   * afterwards: what was live before does not fit the others of the set.
   */
  v.strictObject({
    type: v.literal('promoteTogether'),
    releases: v.pipe(
      v.array(v.strictObject({ ...PartOnly, version: VersionSchema })),
      v.minLength(1),
      v.maxLength(PARTS_MAX),
      v.check(
        (releases) => new Set(releases.map(({ part }) => part)).size === releases.length,
        'each part at most once',
      ),
    ),
    ...Despite,
  }),
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
  /**
   * Segments go from one part to another, and with them from team to team, as `version` of the part that gets them
   * becomes live for all. The part that gives them goes on with `remaining`, or is retired.
   */
  v.strictObject({
    type: v.literal('move'),
    segments: v.pipe(v.array(SegmentSchema), v.minLength(1), v.maxLength(1000)),
    from: PartNameSchema,
    to: PartNameSchema,
    version: VersionSchema,
    remaining: v.optional(VersionSchema),
    ...Despite,
  }),
  v.strictObject({
    type: v.literal('setTeam'),
    name: PartNameSchema,
    keys: v.pipe(TeamSchema.entries.keys, v.minLength(1), v.maxLength(20)),
    parts: v.pipe(TeamSchema.entries.parts, v.maxLength(100)),
    segments: v.pipe(TeamSchema.entries.segments, v.maxLength(1000)),
  }),
  v.strictObject({
    type: v.literal('setPolicy'),
    parts: v.pipe(
      v.array(v.union([PartNameSchema, v.literal('*')])),
      v.minLength(1),
      v.maxLength(PARTS_MAX),
    ),
    rule: PolicyRuleSchema,
  }),
  /** Whose cards stand first in a slot, and whose are switched off. */
  v.strictObject({
    type: v.literal('setSlot'),
    slot: SlotNameSchema,
    ...SlotRuleSchema.entries,
  }),
  v.strictObject({ type: v.literal('removeTeam'), name: PartNameSchema }),
  SetPreviewSchema,
  EndPreviewSchema,
]);
export type Operation = v.InferOutput<typeof OperationSchema>;

/** A release, as operations name it. */
export type PartRelease = { readonly part: string; readonly version: string };

/** The state after an operation, or why it is refused. */
export type Outcome =
  | { readonly ok: true; readonly state: EnvironmentState }
  | { readonly ok: false; readonly refusal: ReleaseRefusal };

/** The number of an entry, when it was made, ISO 8601, and by whom. */
export type EntryHead = { readonly seq: number; readonly at: string; readonly by: Actor };

/**
 * Applies an operation to a state. It depends on nothing else, so that anybody can check a history.
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
  const frozen = freezeRefusal(state, startedParts(state, operation), at);
  if (frozen) return { ok: false, refusal: frozen };
  switch (operation.type) {
    case 'configure':
      if (state.configuration === operation.configuration) return nothingChanges();
      return changed({ ...state, configuration: operation.configuration });
    case 'promote':
      return promote(state, operation, head);
    case 'grow':
      return grow(state, operation, at);
    case 'promoteTogether':
      return promoteTogether(state, operation, at);
    case 'rollback':
      return changePart(state, operation.part, (live) => rolledBack(operation, live, at));
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
    case 'move':
      return move(state, operation, at);
    case 'setTeam': {
      const outcome = applySetTeam(state, operation);
      return outcome.ok ? changed({ ...state, teams: outcome.teams }) : outcome;
    }
    case 'setPolicy': {
      const policy = policyWith(state, operation);
      return policy === state.policy ? nothingChanges() : changed({ ...state, policy });
    }
    case 'setSlot': {
      const slots = slotsWith(state, operation);
      return slots ? changed({ ...state, slots }) : nothingChanges();
    }
    case 'removeTeam': {
      if (!Object.hasOwn(state.teams, operation.name)) {
        return refused(
          'unknown-team',
          `There is no team ${operation.name}.`,
          'Look at the names of the teams in the state.',
        );
      }
      const { [operation.name]: _removed, ...teams } = state.teams;
      return changed({ ...state, teams });
    }
    case 'setPreview':
      return withPreviews(state, setPreview(state, operation, head));
    case 'endPreview':
      return withPreviews(state, endPreview(state, operation, head));
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

/** The releases that an operation names to make them live. */
export function releasesOf(operation: Operation): readonly PartRelease[] {
  switch (operation.type) {
    case 'promote':
      return [{ part: operation.part, version: operation.version }];
    case 'promoteTogether':
      return operation.releases;
    case 'move': {
      const { from, to, version, remaining } = operation;
      const taker = { part: to, version };
      return remaining === undefined ? [taker] : [taker, { part: from, version: remaining }];
    }
    default:
      return [];
  }
}

/** The parts of which an operation lets a release become live for more browsers, unless the operator insists. */
function startedParts(state: EnvironmentState, operation: Operation): readonly string[] {
  if (operation.type === 'grow') return [operation.part];
  if ('despiteFreeze' in operation && operation.despiteFreeze !== undefined) return [];
  // The promotion of what is stable ends a canary.
  return releasesOf(operation)
    .filter(({ part, version }) => livePart(state, part)?.stable !== version)
    .map(({ part }) => part);
}

function promote(
  state: EnvironmentState,
  operation: Extract<Operation, { type: 'promote' }>,
  { at, seq }: EntryHead,
): Outcome {
  const { part, version, share, growth } = operation;
  const live = livePart(state, part);
  const shrinking = stepsRefusal(operation);
  if (shrinking) return { ok: false, refusal: shrinking };
  const young = canaryTimeRefusal(state, { part, version }, at, share);
  if (young) return { ok: false, refusal: young };
  if (share === undefined) {
    const isAll = live?.stable === version && !live.canary && !live.killed;
    return isAll
      ? alreadyLive(part, version)
      : changed(withPart(state, part, stable(live, version, at)));
  }
  if (!live) {
    return refused(
      'no-stable',
      `${part} has no stable release that the other browsers could get.`,
      'Promote it without a share first.',
    );
  }
  if (live.killed) {
    return refused(
      'killed',
      `${part} is switched off: ${live.killed.reason}`,
      'Revive it first, or promote the release without a share.',
    );
  }
  if (live.stable === version) return alreadyLive(part, version);
  const known = live.canary?.version === version ? live.canary : undefined;
  // Only where it is asked for, so that histories from before it still follow from their operations.
  const since = ruleOf(state, part).canaryMinutes === undefined ? undefined : (known?.since ?? at);
  const isSteady = !growth && !known?.growth;
  if (isSteady && known?.share === share && known.since === since) return nothingChanges();
  const canary: Canary = {
    version,
    share,
    offset: offsetOf(part, version),
    ...(since && { since }),
    ...(growth && { growth: { under: seq, ...growth, since: at } }),
  };
  return changed(withPart(state, part, { ...live, canary }));
}

function grow(state: EnvironmentState, operation: Grow, at: string): Outcome {
  const { part, canary: version, share } = operation;
  const live = livePart(state, part);
  const isAll = share === SLICES;
  const early =
    growthRefusal(live, operation, at) ??
    canaryTimeRefusal(state, { part, version }, at, isAll ? undefined : share);
  if (early) return { ok: false, refusal: early };
  if (!live?.canary) return notLive(part);
  const grown = isAll
    ? stable(live, version, at)
    : { ...live, canary: grownCanary(live.canary, at) };
  return changed(withPart(state, part, grown));
}

function promoteTogether(
  state: EnvironmentState,
  operation: Extract<Operation, { type: 'promoteTogether' | 'move' }>,
  at: string,
): Outcome {
  let after = state;
  let isNew = false;
  for (const { part, version } of releasesOf(operation)) {
    const young = canaryTimeRefusal(state, { part, version }, at);
    if (young) return { ok: false, refusal: young };
    const live = livePart(state, part);
    const isStable = live?.stable === version;
    isNew ||= !isStable || live.canary !== undefined || live.killed !== undefined;
    after = withPart(after, part, { stable: version, since: isStable ? live.since : at });
  }
  return isNew ? changed(after) : nothingChanges();
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
  const { [part]: _retired, ...remotes } = state.remotes;
  return changed({ ...state, remotes, teams: withoutPartOfTeam(state.teams, part) });
}

function move(
  state: EnvironmentState,
  operation: Extract<Operation, { type: 'move' }>,
  at: string,
): Outcome {
  const { from, to, remaining } = operation;
  if (from === to) {
    return refused('same-part', `${to} has its segments already.`, 'Name two different parts.');
  }
  if (!livePart(state, from)) return notLive(from);
  const moved = moveSegments(state, operation);
  if (!moved.ok) return moved;
  const promoted = promoteTogether({ ...state, teams: moved.teams }, operation, at);
  return promoted.ok && remaining === undefined ? retire(promoted.state, from) : promoted;
}

/** The release is live for all; what was live before is kept as previous. */
function stable(live: LivePart | undefined, version: string, at: string): LivePart {
  if (!live) return { stable: version, since: at };
  const { canary: _ended, killed: _revived, ...rest } = live;
  if (live.stable === version) return rest;
  return { stable: version, since: at, previous: live.stable };
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

const withPart = (state: EnvironmentState, part: string, live: LivePart): EnvironmentState =>
  part === SHELL
    ? { ...state, shell: live }
    : { ...state, remotes: { ...state.remotes, [part]: live } };

const changed = (state: EnvironmentState): Outcome => ({ ok: true, state });

const withPreviews = (state: EnvironmentState, outcome: PreviewsOutcome): Outcome =>
  outcome.ok ? changed({ ...state, previews: outcome.previews }) : outcome;

const refused = (...[code, reason, remedy]: Parameters<typeof refusal>): Outcome => ({
  ok: false,
  refusal: refusal(code, reason, remedy),
});

const notLive = (part: string) =>
  refused(
    'not-live',
    `Nothing of ${part} is live.`,
    'Check the name of the part, or promote a release of it first.',
  );

const alreadyLive = (part: string, version: string) =>
  refused('already-live', `${part} ${version} is live already.`, 'There is nothing to do.');

const nothingChanges = () =>
  refused('nothing-changes', 'The state is as you ask for already.', 'There is nothing to do.');
