import path from 'node:path';
import { IS_KIT, KIT } from '@portal/delivery-builder/workspace/packages';
import { refused, wrongUsage } from '@portal/delivery-model/client/failure';
import type { Command } from '../command.ts';

const NAME = /^(@[a-z0-9][a-z0-9-]*\/)?[a-z0-9][a-z0-9-]*$/;

/** Packs what teams with a repository of their own install. */
export const kit: Command = {
  name: 'kit',
  args: [],
  summary: 'Packs the kit, the one package that a team installs in a repository of its own.',
  details: [
    'It has what a remote imports, with types, the build, the development server, the helpers of tests and this',
    'command. Publish the tarball to the registry of your company, or hand it over.',
  ],
  options: {
    name: {
      type: 'string',
      value: '<name>',
      help: 'its npm name, with the scope of your company (else @portal/kit): @acme/kit',
    },
    out: { type: 'string', value: '<folder>', help: 'where the tarball is written (else here)' },
  },
  async run(input) {
    const name = input.text('name') ?? KIT;
    if (!NAME.test(name)) {
      throw wrongUsage(
        `${JSON.stringify(name)} is no npm name.`,
        'Name it with a scope: @acme/kit',
      );
    }
    if (IS_KIT) {
      throw refused(
        'no-clone',
        'The kit is packed from its sources.',
        'Run this in a clone of the portal.',
      );
    }
    const { packKit } = await import('../../kit/pack-kit.ts');
    input.progress('Compiling the packages of the kit');
    const file = await packKit({ name, folder: path.resolve(input.cwd, input.text('out') ?? '.') });
    return {
      json: { name, file },
      lines: [file],
      notes: [`A team installs it: npm install --save-exact ${path.basename(file)}`],
    };
  },
};
