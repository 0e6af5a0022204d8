import { checkWords, createRepository } from '../../new-remote/new-remote.ts';
import { checkPart, neededText } from '../arguments.ts';
import type { Command } from '../command.ts';

/** Makes an empty folder the repository of a new remote. */
export const newRemote: Command = {
  name: 'new',
  args: ['name'],
  summary: 'Makes this empty folder the repository of a new remote, with a screen and its tests.',
  details: ['It asks no portal, and commits nothing.'],
  options: {
    team: { type: 'string', value: '<name>', help: 'the team that owns it (else as the remote)' },
    path: {
      type: 'string',
      value: '</path>',
      help: 'the first segment of all its addresses: /offers',
    },
    title: { type: 'string', value: '<text>', help: 'the title of the first screen in English' },
    'title-ja': { type: 'string', value: '<text>', help: 'and in Japanese (else the English one)' },
  },
  async run(input) {
    const [name = ''] = input.args;
    const path = neededText(input, 'path', 'Name its first segment: --path /offers');
    const title = input.text('title') ?? name;
    const team = checkPart(input.text('team') ?? name);
    const remote = { name, path, title, titleJa: input.text('title-ja') ?? title, team };
    checkWords(remote);
    const files = await createRepository(remote, input.cwd);
    return {
      json: { part: name, path, files },
      lines: [`Created the repository of ${name}, with the screen ${path}.`],
      notes: [
        'Install, and start it alone with hot reload: npm install && npm run dev',
        `Before its first release the operator lets the team in: portal team set ${team} --part ${name} --segment ${path}, and gives it a token: npm run staff -- add ${team} --scopes release --team ${team}`,
      ],
    };
  },
};
