import { refused } from '@portal/delivery-model/client/failure';
import { Refused } from '@portal/shared-process/command-line';
import type { Command } from '../command.ts';
import { folderToBuild } from './build.ts';

/** Runs a remote for its developers. */
export const dev: Command = {
  name: 'dev',
  args: ['part'],
  lastIsOptional: true,
  summary: 'Runs one remote alone in a small frame, with the real session and hot reload.',
  details: [
    'There is no federation and no release: the remote and the shared packages are one compilation.',
    'It starts a server if none is running. In a repository of one remote the part need not be named.',
  ],
  async run(input) {
    const folder = folderToBuild(input.args[0]);
    const { runRemote } = await import('../../dev/run-remote.ts');
    await runRemote(folder, input.env).catch((error: unknown) => {
      if (error instanceof Refused) {
        throw refused('not-started', error.message, 'Then run this again.');
      }
      throw error;
    });
    return { json: {}, lines: [] };
  },
};
