import { resolve } from 'node:path';
import { wrongUsage } from '@portal/delivery-model/client/failure';
import { readPublicKeys } from '@portal/delivery-model/client/key-file';
import type { PublicKey } from '@portal/delivery-model/log/sign';
import { checkPart, checkSegment, checkTeam } from '../arguments.ts';
import type { Command } from '../command.ts';
import { entryReport, teamReport } from '../reports.ts';
import { entryText, listText } from '../words.ts';

/** Adds a team, or replaces what is known of it. */
export const setTeam: Command = {
  name: 'team set',
  args: ['team'],
  summary: "Adds a team, or replaces its keys, parts and segments; the operator's.",
  details: [
    'Always give everything that the team is to have: what is left out is taken away.',
    'A team changes its keys with two of them: set both, sign with the new one, set the new one alone.',
  ],
  options: {
    'public-key': {
      type: 'string',
      multiple: true,
      value: '<file>',
      help: 'a public key of the team, as `portal keys make` prints it; needed',
    },
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
    const files = input.texts('public-key');
    if (files.length === 0) {
      throw wrongUsage('The team has no key.', 'Give at least one: --public-key <file>');
    }
    const keys: PublicKey[] = [];
    for (const file of files) keys.push(...(await readPublicKeys(resolve(input.cwd, file))));
    const connection = await input.connect();
    const { entry } = await connection.operate({ type: 'setTeam', name, keys, parts, segments });
    const team = entry.state.teams[name];
    return {
      json: { entry: entryReport(entry), team: team ? teamReport(team) : null },
      lines: [
        `The team ${name} may release ${listText(parts)}, with routes below ${listText(segments)}.`,
        entryText(entry),
      ],
    };
  },
};

/** Takes everything from a team. What it has released stays live. */
export const removeTeam: Command = {
  name: 'team remove',
  args: ['team'],
  summary: "Removes a team; what it has released stays live; the operator's.",
  async run(input) {
    const name = checkTeam(input.args[0]);
    const connection = await input.connect();
    const { entry } = await connection.operate({ type: 'removeTeam', name });
    return {
      json: { entry: entryReport(entry), team: null },
      lines: [`The team ${name} is removed; what it has released stays live.`, entryText(entry)],
    };
  },
};
