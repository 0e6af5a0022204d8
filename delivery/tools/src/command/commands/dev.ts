import { portalUrl } from '@portal/delivery-model/client/connection';
import { refused } from '@portal/delivery-model/client/failure';
import { Refused } from '@portal/shared-process/command-line';
import type { Command, Input } from '../command.ts';
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
    'With --against the remote runs as a release instead, in the shell that is live in that portal and beside the',
    'other remotes as they are live there; each change of its sources is built and shown. Session and data are',
    'those of the server on this machine, and nothing of the portal is changed. What was read of it is kept, and is',
    'taken where it does not answer.',
  ],
  options: {
    against: { type: 'string', value: '<address>', help: 'the portal in whose shell it runs' },
  },
  async run(input) {
    const folder = folderToBuild(input.args[0]);
    await run(input, folder).catch((error: unknown) => {
      if (error instanceof Refused) {
        throw refused('not-started', error.message, 'Then run this again.');
      }
      throw error;
    });
    return { json: {}, lines: [] };
  },
};

async function run(input: Input, folder: string): Promise<void> {
  const against = input.text('against');
  if (against === undefined) {
    const { runRemote } = await import('../../dev/run-remote.ts');
    return runRemote(folder, input.env);
  }
  const { runAgainst } = await import('../../dev/against/run-against.ts');
  return runAgainst(folder, portalUrl(against), input.env);
}
