import { checkWords } from '../../new-remote/check-remote.ts';
import { createRemote } from '../../new-remote/create-remote.ts';
import { folderOf } from '../../new-remote/new-remote.ts';
import { checkTeam, neededText } from '../arguments.ts';
import type { Command } from '../command.ts';

/** Writes a new remote into the clone. */
export const createRemoteCommand: Command = {
  name: 'create-remote',
  args: ['name'],
  summary: 'Writes a new remote into this clone, with a first screen and its tests.',
  details: [
    'It asks no portal. The remote builds, starts alone, and is part of the shell, of the tests, the',
    'tour and the budget without anything edited by hand. Nothing is committed.',
  ],
  options: {
    path: {
      type: 'string',
      value: '</path>',
      help: 'the first segment of all its addresses: /offers',
    },
    title: {
      type: 'string',
      value: '<text>',
      help: 'the title of the first screen in English (else from the name)',
    },
    'title-ja': {
      type: 'string',
      value: '<text>',
      help: 'the title in Japanese (else the English one)',
    },
  },
  async run(input) {
    const [name = ''] = input.args;
    const at = neededText(input, 'path', 'Name its first segment: --path /offers');
    const team = input.text('team');
    if (team !== undefined) checkTeam(team);
    const title = input.text('title') ?? titleFrom(name);
    const titleJa = input.text('title-ja') ?? title;
    const remote = checkWords({ name, path: at, title, titleJa });
    const files = await createRemote(remote, input.cwd);
    const folder = folderOf(remote);
    return {
      json: { part: name, folder, path: remote.path, files },
      lines: [`Created the remote ${name} in ${folder}, with the screen ${remote.path}.`],
      notes: [
        `Start it alone with hot reload: npm run dev -w ${folder}`,
        `Test it: npx jest ${folder}`,
        `Before its first release the operator lets the team in: portal team set ${team ?? '<team>'} --public-key <file> --part ${name} --segment ${remote.path}`,
      ],
    };
  },
};

/** `summer-offers` → `Summer offers`. */
const titleFrom = (name: string) =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
