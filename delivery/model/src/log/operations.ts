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
  canaryToGrow,
  type Grow,
  GrowSchema,
  GrowthSchema,
  grownCanary,
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
import { isRefusal, NOTHING_CHANGES, type ReleaseRefusal, refusal } from './refusal.ts';
import { applySetTeam, withoutPartOfTeam } from './teams.ts';

/** The part that the page cannot do without. */
export const SHELL = 'shell';

const PartOnly = { part: PartNameSchema };

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
    growth: v.optional(GrowthSchema),
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

export type PartRelease = { readonly part: string; readonly version: string };

export type EntryHead = { readonly seq: number; readonly at: string; readonly by: Actor };

/** The state after an operation, or why it is refused. */
type Outcome = EnvironmentState | ReleaseRefusal;

/**
 * Applies an operation to a state. It depends on nothing else.
 * Permissions are checked by `permissionRefusal`, and releases by the gate.
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
      if (state.configuration === operation.configuration) return NOTHING_CHANGES;
      return { ...state, configuration: operation.configuration };
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
        return refusal(
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
  if (shrinking) return shrinking;
  const unproven = gateRefusal(state, operation);
  if (unproven) return unproven;
  if (share === undefined) {
    const isAll = live?.stable === version && !live.canary && !live.killed;
    return isAll ? alreadyLive(part, version) : withPart(state, part, stable(live, version, at));
  }
  if (!live && part === SHELL) {
    return refusal(
      'no-stable',
      'The shell has no stable release that the other browsers could get.',
      'Promote it without a share first.',
    );
  }
  if (live?.killed) {
    return refusal(
      'killed',
      `${part} is switched off: ${live.killed.reason}`,
      'Revive it first, or promote the release without a share.',
    );
  }
  if (live?.stable === version) return alreadyLive(part, version);
  const known = live?.canary?.version === version ? live.canary : undefined;
  if (!growth && !known?.growth && known?.share === share) return NOTHING_CHANGES;
  const canary: Canary = {
    version,
    share,
    offset: offsetOf(part, version),
    ...(growth && { growth: { ...growth, since: at } }),
  };
  return withPart(state, part, { since: at, ...live, canary });
}

function grow(state: EnvironmentState, operation: Grow, at: string): Outcome {
  const { part, canary: version, share } = operation;
  const live = livePart(state, part);
  const canary = canaryToGrow(live, operation);
  if (!live || !canary) {
    return refusal(
      'no-such-step',
      `${version} of ${part} is no canary that grows to ${share} per cent next.`,
      'Look at what is live.',
    );
  }
  const isAll = share === EVERYBODY;
  const grown = isAll ? stable(live, version, at) : { ...live, canary: grownCanary(canary, at) };
  return withPart(state, part, grown);
}

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
  return { ...state, passed: { ...state.passed, [part]: passed } };
}

function retire(state: EnvironmentState, part: string): Outcome {
  if (part === SHELL) {
    return refusal(
      'shell-needed',
      'The shell cannot be retired, because every page needs it.',
      'Roll the shell back, or promote another release of it.',
    );
  }
  if (!livePart(state, part)) return notLive(part);
  const remotes = withoutRemote(state, part);
  return { ...state, remotes, teams: withoutPartOfTeam(state.teams, part) };
}

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
  if (isRefusal(outcome) || livePart(outcome, operation.part)?.stable) return outcome;
  // The first canary of a remote has ended.
  return { ...state, remotes: withoutRemote(state, operation.part) };
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
  return isRefusal(after) ? after : withPart(state, part, after);
}

export const withPart = (
  state: EnvironmentState,
  part: string,
  live: LivePart,
): EnvironmentState =>
  part === SHELL
    ? { ...state, shell: live }
    : { ...state, remotes: { ...state.remotes, [part]: live } };

const notLive = (part: string) =>
  refusal(
    'not-live',
    `Nothing of ${part} is live.`,
    'Check the name of the part, or promote a release of it first.',
  );

const alreadyLive = (part: string, version: string) =>
  refusal('already-live', `${part} ${version} is live already.`, 'There is nothing to do.');
