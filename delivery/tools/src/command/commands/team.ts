import { checkPart, checkSegment, checkTeam } from '../arguments.ts';
import type { Command } from '../command.ts';
import { entryReport } from '../reports.ts';
import { entryText, listText } from '../words.ts';

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
    const name = checkTeam(input.args[0]);
    const parts = input.texts('part').map((part) => checkPart(part));
    const segments = input.texts('segment').map(checkSegment);
    const entry = await input.connect().operate({ type: 'setTeam', name, parts, segments });
    return {
      json: { entry: entryReport(entry), team: entry.state.teams[name] ?? null },
      lines: [
        `The team ${name} may release ${listText(parts)}, with routes below ${listText(segments)}.`,
        entryText(entry),
      ],
    };
  },
};
