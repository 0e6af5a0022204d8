import { wrongUsage } from '@portal/delivery-model/client/failure';
import type { Conditions } from '@portal/delivery-model/log/entry';
import { livePart, type Operation } from '@portal/delivery-model/log/operations';
import { GROWTH_MINUTES_MAX, type LivePart } from '@portal/delivery-model/state';
import { checkMinutes, checkPart, checkShare, checkSteps, checkVersion } from '../arguments.ts';
import type { Command, Input, Result } from '../command.ts';
import { entryReport, partReport } from '../reports.ts';
import { entryText, liveText } from '../words.ts';

type PartOperation = Extract<Operation, { readonly part: string }>;

/** Makes a release live, for all or for a share of the browsers. */
export const promote: Command = {
  name: 'promote',
  args: ['part', 'version'],
  summary: 'Makes a published release live, for everybody or for a share.',
  details: [
    'With a share the release is a canary: a browser that has it keeps it while the share grows.',
    'With --steps the portal lets it grow by itself, as long as few of its loads fail.',
    'Without one it is live for everybody, and the release before it is kept for a roll-back.',
    'It has to have passed `portal gate`, or says with --without-gate why it has not, which the history keeps.',
    'A release of an older commit than what is live is refused, and so is one where another version is',
    'live than --expect says.',
  ],
  options: {
    share: {
      type: 'string',
      value: '<percent>',
      help: 'for how many per cent of the browsers: 10',
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
    'without-gate': {
      type: 'string',
      value: '<why>',
      help: 'also if it has not passed the gate',
    },
    force: {
      type: 'boolean',
      help: "also if it is of an older commit than what is live; the operator's need not fit what is live either",
    },
  },
  async run(input) {
    const part = checkPart(input.args[0]);
    const version = checkVersion(input.args[1]);
    const withoutGate = input.text('without-gate');
    const excuse = withoutGate === undefined ? {} : { withoutGate };
    return operate(
      input,
      { type: 'promote', part, version, ...canaryOf(input), ...excuse },
      { expect: expectedVersion(input), force: input.flag('force') },
    );
  },
};

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
  const minutes = checkMinutes(every, '--every', GROWTH_MINUTES_MAX, remedy);
  return { share: first, growth: { shares, minutes } };
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
    'The team no longer has the part, until the operator gives it again; its segments stay with the team. The files',
    'stay in the store for the tabs that are open, until `portal sweep`.',
  ],
  options: { reason: REASON },
  async run(input) {
    const part = checkPart(input.args[0]);
    return operate(input, { type: 'retire', part, reason: reasonOf(input) });
  },
};

async function operate(
  input: Input,
  operation: PartOperation,
  conditions?: Conditions,
): Promise<Result> {
  const entry = await input.connect().operate(operation, conditions);
  const live = livePart(entry.state, operation.part);
  return {
    json: { entry: entryReport(entry), live: live ? partReport(live) : null },
    lines: [nowText(operation.part, live), entryText(entry)],
  };
}

const nowText = (part: string, live: LivePart | undefined): string =>
  `${part} is now ${live ? liveText(live) : 'not live'}.`;
