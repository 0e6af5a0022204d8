import {
  deliveredPackage,
  folderOfPart,
  remoteFolders,
} from '@portal/delivery-builder/workspace/packages';
import { CommandFailure, EXIT, wrongUsage } from '@portal/delivery-model/client/failure';
import { SHELL } from '@portal/delivery-model/log/operations';
import { refusal } from '@portal/delivery-model/log/refusal';
import { checkPart } from '../arguments.ts';
import type { Command } from '../command.ts';

/** Builds a part into the folder that `publish` reads. */
export const build: Command = {
  name: 'build',
  args: ['part'],
  lastIsOptional: true,
  summary: 'Builds a part for its release, unless the last build is of the same sources.',
  details: ['In a repository of one remote the part need not be named.'],
  async run(input) {
    const folder = folderToBuild(input.args[0]);
    const { name, kind } = deliveredPackage(folder);
    input.progress(`Building ${name}`);
    // The compilers take longer to load than most commands take.
    const { buildTarget } = await import('@portal/delivery-builder/build-target');
    const version = await buildTarget({ folder, kind }).catch((error: Error) => {
      throw buildFailed(name, error.message);
    });
    return {
      json: { part: name, version },
      lines: [`Built ${name} ${version}.`],
      notes: [`To upload it: portal publish ${name}`],
    };
  },
};

/** @param output what the compiler or the build says */
function buildFailed(part: string, output: string): CommandFailure {
  const words = refusal(
    'build-failed',
    `The build of ${part} has failed.`,
    'Correct what it says on the standard error; nothing was published.',
  );
  return new CommandFailure(EXIT.refused, [words], { output: output.trim() });
}

/**
 * The folder of the part that was named; without a name that of the one remote of the repository.
 * @throws CommandFailure for a part that is not here, and for no name where there are several
 */
export function folderToBuild(part: string | undefined): string {
  const remotes = remoteFolders();
  const [only] = remotes;
  if (part === undefined && remotes.length === 1 && only) return only;
  const isClone = only !== '.';
  if (part === SHELL && isClone) return folderOfPart(SHELL);
  const folders = new Map(remotes.map((folder) => [deliveredPackage(folder).name, folder]));
  const found = part === undefined ? undefined : folders.get(checkPart(part));
  if (found) return found;
  throw wrongUsage(
    part === undefined ? 'The part is not named.' : `There is no part ${part} here.`,
    `Name one of: ${[...folders.keys()].join(', ')}.`,
  );
}
