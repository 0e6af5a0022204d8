import { randomBytes } from 'node:crypto';
import { ReleaseClientError } from '@portal/delivery-model/client/client';
import { wrongUsage } from '@portal/delivery-model/client/failure';
import type { Conditions, Entry } from '@portal/delivery-model/log/entry';
import { livePart } from '@portal/delivery-model/log/operations';
import { PREVIEW_MINUTES_MAX } from '@portal/delivery-model/log/previews';
import { listText, liveText, previewText } from '@portal/delivery-model/log/words';
import { PREVIEW_PATH } from '@portal/delivery-model/preview/badge';
import { GROWTH_MINUTES_MAX } from '@portal/delivery-model/state';
import { checkMinutes, checkOperation, checkVersion, type TypedOperation } from '../arguments.ts';
import type { Command, Input, Result } from '../command.ts';
import { entryReport, entryText, partReport, previewReport } from '../words.ts';

type About = Omit<Command, 'run'>;

const operate = (input: Input, typed: TypedOperation, conditions?: Conditions): Promise<Entry> =>
  input.connect().operate(checkOperation(typed), conditions);

const resultOf = (entry: Entry, json: object, ...lines: readonly string[]): Result => ({
  json: { entry: entryReport(entry), ...json },
  lines: [...lines, entryText(entry)],
});

/** A command that changes what is live of a part. */
const ofPart = (
  about: About,
  typed: (input: Input) => TypedOperation,
  conditions?: (input: Input) => Conditions,
): Command => ({
  ...about,
  async run(input) {
    const [part = ''] = input.args;
    const entry = await operate(input, { part, ...typed(input) }, conditions?.(input));
    const live = livePart(entry.state, part);
    const now = `${part} is now ${live ? liveText(live) : 'not live'}.`;
    return resultOf(entry, { live: live ? partReport(live) : null }, now);
  },
});

/** Makes a release live, for all or for a share of the browsers. */
export const promote = ofPart(
  {
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
  },
  (input) => {
    const withoutGate = input.text('without-gate');
    const excuse = withoutGate === undefined ? {} : { withoutGate };
    return { type: 'promote', version: input.args[1], ...canaryOf(input), ...excuse };
  },
  (input) => {
    const expect = input.text('expect');
    if (expect !== undefined && expect !== 'none') checkVersion(expect);
    return { expect, force: input.flag('force') };
  },
);

/** For whom a release becomes live at first, and how it grows. @throws CommandFailure */
function canaryOf(input: Input): object {
  const [share, steps, every] = [input.text('share'), input.text('steps'), input.text('every')];
  if (steps === undefined && every === undefined) {
    return share === undefined ? {} : { share: Number(share) };
  }
  if (steps === undefined || every === undefined || share !== undefined) {
    throw wrongUsage(
      '--steps and --every belong together, in place of --share.',
      'Give both: --steps 5,25,50,100 --every 30m',
    );
  }
  const [first, ...shares] = steps.split(',').map(Number);
  return { share: first, growth: { shares, minutes: checkMinutes(every, GROWTH_MINUTES_MAX) } };
}

/** Ends the canary, or returns to the release before. */
export const rollback = ofPart(
  {
    name: 'rollback',
    args: ['part'],
    summary: 'Ends the canary of a part, or returns to its previous release.',
  },
  () => ({ type: 'rollback' }),
);

const REASON = {
  reason: { type: 'string', value: '<text>', help: 'why, for the history; needed' },
} as const;
const reasonOf = (input: Input) => ({ reason: input.text('reason')?.trim() });

/** Switches a remote off. */
export const kill = ofPart(
  {
    name: 'kill',
    args: ['part'],
    summary: 'Switches a remote off; its screens say that they are not available.',
    details: ['`portal revive` switches it on again, and so does a promotion for everybody.'],
    options: REASON,
  },
  (input) => ({ type: 'kill', ...reasonOf(input) }),
);

/** Switches a remote on again. */
export const revive = ofPart(
  { name: 'revive', args: ['part'], summary: 'Switches a remote on again.' },
  () => ({ type: 'revive' }),
);

/** Ends a remote for good. */
export const retire = ofPart(
  {
    name: 'retire',
    args: ['part'],
    summary: 'Ends a remote for good: its screens, its menu entries and its name are free.',
    details: [
      'The team no longer has the part, until the operator gives it again; its segments stay with the team. The files',
      'stay in the store for the tabs that are open, until `portal sweep`.',
    ],
    options: REASON,
  },
  (input) => ({ type: 'retire', ...reasonOf(input) }),
);

/** Adds a team, replaces what it owns, or takes everything from it. */
export const setTeam: Command = {
  name: 'team set',
  args: ['team'],
  summary: "Says which parts and segments a team owns; the operator's.",
  details: [
    'Always give everything that the team is to have: what is left out is taken away, and without options all of it.',
    'What the team has released stays live. Its tokens are given and ended with `npm run staff`.',
  ],
  options: {
    part: {
      type: 'string',
      multiple: true,
      value: '<part>',
      help: 'a part that the team releases: mypage',
    },
    segment: {
      type: 'string',
      multiple: true,
      value: '</segment>',
      help: 'the first segment of paths that its parts may have: /my-page',
    },
  },
  async run(input) {
    const [name = ''] = input.args;
    const [parts, segments] = [input.texts('part'), input.texts('segment')];
    const entry = await operate(input, { type: 'setTeam', name, parts, segments });
    return resultOf(
      entry,
      { team: entry.state.teams[name] ?? null },
      `The team ${name} may release ${listText(parts)}, with routes below ${listText(segments)}.`,
    );
  },
};

/** Shows a version in a preview, beside those of other teams, and prints its address. */
export const preview: Command = {
  name: 'preview',
  args: ['name', 'part', 'version'],
  summary: 'Shows a published version to all who have the address of a preview.',
  details: [
    'Nothing of what is live changes, and the gate is not asked. Another version of the part takes its place in the',
    'preview, at the same address. Teams that use the same name show their parts together. `portal status`',
    'lists the previews.',
  ],
  options: {
    for: {
      type: 'string',
      value: '<time>',
      help: 'how long from now on, at most 14d; 7d by default',
    },
  },
  async run(input) {
    const [name = '', part, version] = input.args;
    const minutes = checkMinutes(input.text('for') ?? '7d', PREVIEW_MINUTES_MAX);
    const id = randomBytes(32).toString('base64url');
    const entry = await operate(input, { type: 'setPreview', name, id, part, version, minutes });
    const shown = entry.state.previews?.[name];
    if (!shown) throw new Error(`The portal has answered without the preview ${name}.`);
    const address = `${input.connect().url}${PREVIEW_PATH}#token=${shown.id}`;
    return {
      json: { entry: entryReport(entry), preview: previewReport(shown), address },
      lines: [address],
      notes: [
        `${name} shows ${previewText(shown)}.`,
        'Whoever has this address can use it; give it to those who are to see it.',
      ],
    };
  },
};

/** Takes the team's parts out of a preview, or ends it. */
export const endPreview: Command = {
  name: 'preview end',
  args: ['name'],
  summary: 'Ends a preview for everybody: a team its own part of it, the operator the whole.',
  details: ['It is no failure if it has ended before, so that a pipeline can end it in any case.'],
  async run(input) {
    const [name = ''] = input.args;
    const entry = await operate(input, { type: 'endPreview', name }).catch(orNone);
    if (!entry) {
      return { json: { entry: null, preview: null }, lines: [`There is no preview ${name}.`] };
    }
    const left = entry.state.previews?.[name];
    return resultOf(
      entry,
      { preview: left ? previewReport(left) : null },
      left ? `${name} now shows ${previewText(left)}.` : `The preview ${name} has ended.`,
    );
  },
};

function orNone(error: unknown): undefined {
  const refusals = error instanceof ReleaseClientError ? error.refusals : [];
  if (!refusals.some(({ code }) => code === 'no-such-preview')) throw error;
}
