import { checkWords } from '../../new-remote/check-remote.ts';
import { createRemote } from '../../new-remote/create-remote.ts';
import { createRepository, type NewRepository } from '../../new-remote/create-repository.ts';
import { folderOf } from '../../new-remote/new-remote.ts';
import { checkTeam, neededText } from '../arguments.ts';
import type { Command, Result } from '../command.ts';

/** Writes a new remote into the clone. */
export const createRemoteCommand: Command = {
  name: 'create-remote',
  args: ['name'],
  summary:
    'Writes a new remote into this clone, or as a repository of its own, with a screen and its tests.',
  details: [
    'It asks no portal. The remote builds, starts alone, and is part of the shell, of the tests, the',
    'tour and the budget without anything edited by hand. Nothing is committed.',
  ],
  options: {
    team: { type: 'string', value: '<name>', help: 'the team that owns it (else as the remote)' },
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
    standalone: {
      type: 'boolean',
      help: 'makes this empty folder a repository of its own, with the files of tools and CI',
    },
    kit: {
      type: 'string',
      value: '<version>',
      help: 'with --standalone: the version of the kit, or its tarball (else the one that runs)',
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
    if (input.flag('standalone')) {
      return createdRepository(
        { ...remote, team: team ?? name, kit: input.text('kit') },
        input.cwd,
      );
    }
    const files = await createRemote(remote, input.cwd);
    const folder = folderOf(remote);
    return {
      json: { part: name, folder, path: remote.path, files },
      lines: [`Created the remote ${name} in ${folder}, with the screen ${remote.path}.`],
      notes: [
        `Start it alone with hot reload: npm run dev -w ${folder}`,
        `Test it: npx jest ${folder}`,
        letIn(team ?? '<team>', remote),
      ],
    };
  },
};

async function createdRepository(repository: NewRepository, folder: string): Promise<Result> {
  const files = await createRepository(repository, folder);
  const { name: part, path, team } = repository;
  return {
    json: { part, path, files },
    lines: [`Created the repository of ${part}, with the screen ${path}.`],
    notes: [
      'Install, and start it alone with hot reload: npm install && npm run dev',
      letIn(team, repository),
    ],
  };
}

const letIn = (team: string, { name, path }: Pick<NewRepository, 'name' | 'path'>): string =>
  `Before its first release the operator lets the team in: portal team set ${team} --part ${name} --segment ${path}, and gives it a token: npm run staff -- add ${team} --scopes release --team ${team}`;

/** `summer-offers` → `Summer offers`. */
const titleFrom = (name: string) =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
