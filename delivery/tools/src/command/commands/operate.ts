import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { wrongUsage } from '@portal/delivery-model/client/failure';
import type { Conditions } from '@portal/delivery-model/log/append';
import { livePart, type Operation, type PartRelease } from '@portal/delivery-model/log/operations';
import { CANARY_MINUTES_MAX, type LivePart } from '@portal/delivery-model/state';
import {
  checkMinutes,
  checkPart,
  checkSegment,
  checkShare,
  checkSteps,
  checkVersion,
} from '../arguments.ts';
import { RELEASES_OPTION } from '../candidate.ts';
import type { Command, CommandOption, Input, Result } from '../command.ts';
import { entryReport, partReport } from '../reports.ts';
import { entryText, liveText } from '../words.ts';
import { gateLine, passGate } from './gate.ts';

type PartOperation = Extract<Operation, { readonly part: string }>;

/** The option by which a release may replace one of a newer commit. */
export const FORCE_OPTION = {
  type: 'boolean',
  help: 'also if the release is of an older commit than what is live',
} as const satisfies CommandOption;

/** The option that takes what `portal approve` has printed. */
export const APPROVAL_OPTION = {
  type: 'string',
  multiple: true,
  value: '<file>',
  help: 'an approval by another key, where the policy asks for one',
} as const satisfies CommandOption;

/** The option with which the operator releases during a freeze. */
export const DESPITE_FREEZE_OPTION = {
  type: 'string',
  value: '<reason>',
  help: "why it becomes live although releases are frozen; the operator's",
} as const satisfies CommandOption;

/** Makes a release live, for all or for a share of the browsers. */
export const promote: Command = {
  name: 'promote',
  args: ['part', 'version'],
  repeats: true,
  summary: 'Makes a published release live, for everybody or for a share.',
  details: [
    'With a share the release is a canary: a browser that has it keeps it while the share grows.',
    'With --steps the portal lets it grow by itself, as long as few of its loads fail.',
    'Without one it is live for everybody, and the release before it is kept for a roll-back.',
    'The operator can name several parts with their versions, which become live in one step. They cannot',
    'be rolled back, since what was live before fits only together as well.',
    'A release of an older commit than what is live is refused, and so is one where another version is',
    'live than --expect says.',
  ],
  options: {
    share: {
      type: 'string',
      value: '<1…256>',
      help: 'for how many of 256 slices of browsers; 26 is about 10 %',
    },
    steps: {
      type: 'string',
      value: '<percent,…>',
      help: 'shares to which it grows by itself: 5,25,50,100; 100 is everybody',
    },
    every: {
      type: 'string',
      value: '<time>',
      help: 'with --steps: how long it stays at each share, at least: 30m, 6h, 2d',
    },
    expect: {
      type: 'string',
      value: '<version>',
      help: 'only while this version is live for everybody; none: while nothing is',
    },
    force: FORCE_OPTION,
    'despite-freeze': DESPITE_FREEZE_OPTION,
    approval: APPROVAL_OPTION,
    gate: {
      type: 'boolean',
      help: 'runs `portal gate` first, which opens the routes in a browser',
    },
    releases: RELEASES_OPTION,
  },
  run: (input) => promoteGated(input, releasesOf(input.args), canaryOf(input)),
};

/** Passes the gate first, where that is asked for. */
async function promoteGated(
  input: Input,
  releases: readonly [PartRelease, ...PartRelease[]],
  canary: CanaryOptions,
): Promise<Result> {
  if (!input.flag('gate') || releases.length > 1) return promoteReleases(input, releases, canary);
  const [{ part, version }] = releases;
  const passed = await passGate(input, await input.connect(), part, version);
  const promoted = await promoteReleases(input, releases, canary);
  return { ...promoted, lines: [gateLine(part, version, passed.opened), ...promoted.lines] };
}

type CanaryOptions = Pick<Extract<Operation, { type: 'promote' }>, 'share' | 'growth'>;

/** For whom a release becomes live at first, and how it grows. @throws CommandFailure */
function canaryOf(input: Input): CanaryOptions {
  const share = checkShare(input.text('share'));
  const [steps, every] = [input.text('steps'), input.text('every')];
  if (steps === undefined && every === undefined) return share === undefined ? {} : { share };
  if (steps === undefined || every === undefined || share !== undefined) {
    throw wrongUsage(
      '--steps and --every belong together, in place of --share.',
      'Give both: --steps 5,25,50,100 --every 30m',
    );
  }
  const [first = 0, ...shares] = checkSteps(steps);
  const remedy = 'Give minutes, hours or days, at most 30 days: 30m, 6h or 2d.';
  const minutes = checkMinutes(every, '--every', CANARY_MINUTES_MAX, remedy);
  return { share: first, growth: { shares, minutes } };
}

/** Makes one release live, or several in one step. */
export function promoteReleases(
  input: Input,
  [first, ...others]: readonly [PartRelease, ...PartRelease[]],
  canary: CanaryOptions = {},
): Promise<Result> {
  if (others.length > 0) return promoteTogether(input, [first, ...others], canary);
  return operate(
    input,
    { type: 'promote', ...first, ...canary, ...despiteOf(input) },
    { expect: expectedVersion(input) },
  );
}

/** Ends the canary, or returns to the release before. */
export const rollback: Command = {
  name: 'rollback',
  args: ['part'],
  summary: 'Ends the canary of a part, or returns to its previous release.',
  run: (input) => operate(input, { type: 'rollback', part: checkPart(input.args[0]) }),
};

const REASON = { type: 'string', value: '<text>', help: 'why, for the history; needed' } as const;

/** Switches a remote off. */
export const kill: Command = {
  name: 'kill',
  args: ['part'],
  summary: 'Switches a remote off; its screens say that they are not available.',
  details: ['`portal revive` switches it on again, and so does a promotion for everybody.'],
  options: { reason: REASON },
  async run(input) {
    const part = checkPart(input.args[0]);
    return operate(input, { type: 'kill', part, reason: reasonOf(input) });
  },
};

/** @throws CommandFailure without a reason */
function reasonOf(input: Input): string {
  const reason = input.text('reason')?.trim();
  if (reason) return reason;
  throw wrongUsage('There is no reason.', 'Say why: --reason "…"');
}

/** Switches a remote on again. */
export const revive: Command = {
  name: 'revive',
  args: ['part'],
  summary: 'Switches a remote on again.',
  run: (input) => operate(input, { type: 'revive', part: checkPart(input.args[0]) }),
};

function expectedVersion(input: Input): string | undefined {
  const expected = input.text('expect');
  return expected === undefined || expected === 'none' ? expected : checkVersion(expected);
}

/** Ends a remote for good. */
export const retire: Command = {
  name: 'retire',
  args: ['part'],
  summary: 'Ends a remote for good: its screens, its menu entries and its name are free.',
  details: [
    'The team no longer has the part; its segments stay with the team. The files stay in the store for the',
    'tabs that are open, until `portal sweep`. What members must find again is moved first: `portal move`.',
  ],
  options: { reason: REASON },
  async run(input) {
    const part = checkPart(input.args[0]);
    return operate(input, { type: 'retire', part, reason: reasonOf(input) });
  },
};

/** Moves segments from one part to another. */
export const move: Command = {
  name: 'move',
  args: ['from', 'to', 'version'],
  summary: 'Moves segments from one part to another, whose release becomes live with it.',
  details: [
    'All of it is one entry of the log. Without --remaining all segments of the first part move, and it is',
    'retired, as for another name. None of the parts can be rolled back then; move the segments back instead.',
    'A team moves segments between its own parts, the operator between those of any teams.',
  ],
  options: {
    segment: {
      type: 'string',
      multiple: true,
      value: '</segment>',
      help: 'the first segment of paths that moves: /my-page; needed',
    },
    remaining: {
      type: 'string',
      value: '<version>',
      help: 'the release of the first part that has the segments no more',
    },
    force: FORCE_OPTION,
    'despite-freeze': DESPITE_FREEZE_OPTION,
    approval: APPROVAL_OPTION,
  },
  async run(input) {
    const [from, to] = [checkPart(input.args[0]), checkPart(input.args[1])];
    const segments = input.texts('segment').map(checkSegment);
    if (segments.length === 0) {
      throw wrongUsage('No segment is named.', 'Say what moves: --segment /my-page');
    }
    const version = checkVersion(input.args[2]);
    const named = input.text('remaining');
    const remaining = named === undefined ? {} : { remaining: checkVersion(named) };
    const more = { ...remaining, ...despiteOf(input) };
    return changeParts(input, { type: 'move', segments, from, to, version, ...more }, [from, to]);
  },
};

function despiteOf(input: Input): { readonly despiteFreeze?: string } {
  const reason = input.text('despite-freeze');
  return reason === undefined ? {} : { despiteFreeze: reason };
}

/** The arguments in pairs. */
function releasesOf(args: readonly string[]): [PartRelease, ...PartRelease[]] {
  const [part, version, ...others] = args;
  const first = { part: checkPart(part), version: checkVersion(version) };
  return others.length > 0 ? [first, ...releasesOf(others)] : [first];
}

async function promoteTogether(
  input: Input,
  releases: readonly PartRelease[],
  { share }: CanaryOptions,
): Promise<Result> {
  if (input.flag('gate')) {
    throw wrongUsage(
      'The gate opens one part.',
      'Leave --gate out: the portal checks the set itself.',
    );
  }
  if (input.text('expect') !== undefined) {
    throw wrongUsage(
      'Only one part can expect a version.',
      'Leave --expect out, or promote the parts one after another.',
    );
  }
  if (share !== undefined) {
    throw wrongUsage('A canary is of one part.', 'Promote each part for a share on its own.');
  }
  const parts = releases.map(({ part }) => part);
  if (new Set(parts).size < parts.length) {
    throw wrongUsage('A part is named twice.', 'Name each part once, with one version.');
  }
  const together = { releases: [...releases], ...despiteOf(input) };
  return changeParts(input, { type: 'promoteTogether', ...together }, parts);
}

async function changeParts(
  input: Input,
  operation: Operation,
  parts: readonly string[],
): Promise<Result> {
  const connection = await input.connect();
  const { entry } = await connection.operate(operation, await conditionsOf(input));
  const live = parts.map((part) => [part, livePart(entry.state, part)] as const);
  return {
    json: {
      entry: entryReport(entry),
      live: Object.fromEntries(live.map(([part, one]) => [part, one ? partReport(one) : null])),
    },
    lines: [...live.map(([part, one]) => nowText(part, one)), entryText(entry)],
  };
}

async function operate(
  input: Input,
  operation: PartOperation,
  conditions?: Conditions,
): Promise<Result> {
  const connection = await input.connect();
  const { entry } = await connection.operate(operation, {
    ...(await conditionsOf(input)),
    ...conditions,
  });
  const live = livePart(entry.state, operation.part);
  return {
    json: { entry: entryReport(entry), live: live ? partReport(live) : null },
    lines: [nowText(operation.part, live), entryText(entry)],
  };
}

async function conditionsOf(input: Input): Promise<Conditions> {
  return { force: input.flag('force'), ...(await approvalsOf(input)) };
}

/** What the files of `--approval` hold. @throws CommandFailure for a file that cannot be read */
export async function approvalsOf(input: Input): Promise<Pick<Conditions, 'approvals'>> {
  const files = input.texts('approval');
  const approvals = await Promise.all(files.map((file) => approvalIn(resolve(input.cwd, file))));
  return approvals.length > 0 ? { approvals } : {};
}

/** @throws CommandFailure for a file that cannot be read */
async function approvalIn(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text !== undefined) return text.trim();
  throw wrongUsage(`${file} cannot be read.`, 'Give the file with what `portal approve` printed.');
}

const nowText = (part: string, live: LivePart | undefined): string =>
  `${part} is now ${live ? liveText(live) : 'not live'}.`;
