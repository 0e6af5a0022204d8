import { livePart, type Operation } from '@portal/shared-release/log/operations';
import { checkPart, checkShare, checkVersion } from '../arguments.ts';
import type { Command, Input, Result } from '../command.ts';
import { wrongUsage } from '../failure.ts';
import { entryReport, partReport } from '../reports.ts';
import { liveText } from '../words.ts';

type PartOperation = Extract<Operation, { readonly part: string }>;

/** Makes a release live, for all or for a share of the browsers. */
export const promote: Command = {
  name: 'promote',
  args: ['part', 'version'],
  summary: 'Makes a published release live, for everybody or for a share.',
  details: [
    'With a share the release is a canary: a browser that has it keeps it while the share grows.',
    'Without one it is live for everybody, and the release before it is kept for a roll-back.',
  ],
  options: {
    share: {
      type: 'string',
      value: '<1…256>',
      help: 'for how many of 256 buckets of browsers; 26 is about 10 %',
    },
  },
  run(input) {
    const share = checkShare(input.text('share'));
    const part = checkPart(input.args[0]);
    const version = checkVersion(input.args[1]);
    return operate(input, {
      type: 'promote',
      part,
      version,
      ...(share !== undefined && { share }),
    });
  },
};

/** Ends the canary, or returns to the release before. */
export const rollback: Command = {
  name: 'rollback',
  args: ['part'],
  summary: 'Ends the canary of a part, or returns to its previous release.',
  run: (input) => operate(input, { type: 'rollback', part: checkPart(input.args[0]) }),
};

/** Switches a remote off. */
export const kill: Command = {
  name: 'kill',
  args: ['part'],
  summary: 'Switches a remote off; its screens say that they are not available.',
  details: ['`portal revive` switches it on again, and so does a promotion for everybody.'],
  options: {
    reason: { type: 'string', value: '<text>', help: 'why, for the history; needed' },
  },
  async run(input) {
    const part = checkPart(input.args[0]);
    const reason = input.text('reason')?.trim();
    if (!reason) throw wrongUsage('There is no reason.', 'Say why: --reason "…"');
    return operate(input, { type: 'kill', part, reason });
  },
};

/** Switches a remote on again. */
export const revive: Command = {
  name: 'revive',
  args: ['part'],
  summary: 'Switches a remote on again.',
  run: (input) => operate(input, { type: 'revive', part: checkPart(input.args[0]) }),
};

async function operate(input: Input, operation: PartOperation): Promise<Result> {
  const connection = await input.connect();
  const { entry } = await connection.operate(operation);
  const live = livePart(entry.state, operation.part);
  return {
    json: { entry: entryReport(entry), live: live ? partReport(live) : null },
    lines: [
      `${operation.part} is now ${live ? liveText(live) : 'not live'}.`,
      `This is entry ${entry.seq} of the log of ${entry.environment}.`,
    ],
  };
}
