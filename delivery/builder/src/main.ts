import { runCommand } from '@portal/shared-process/command-line';
import { buildTarget } from './build-target.ts';
import { REASON } from './reason.ts';
import type { BuildKind } from './webpack-config.ts';
import { deliveredPackage, remoteFolders } from './workspace/packages.ts';

const FOLDERS = ['shell', ...remoteFolders()];
const KINDS: readonly string[] = ['shell', 'remote', 'monolith'] satisfies BuildKind[];

await runCommand(
  {
    usage: 'node delivery/builder/src/main.ts <folder> [kind]',
    does: 'Builds one package and prints its version.',
    details: [
      `folder   ${FOLDERS.join(', ')}`,
      `kind     ${KINDS.join(', ')}; that of the package where none is named`,
    ],
    positionals: [1, 2],
    check({ positionals: [folder = '', kind] }) {
      if (!FOLDERS.includes(folder)) return `There is no package "${folder}" to build.`;
      if (kind === undefined || KINDS.includes(kind)) return undefined;
      return `There is no kind "${kind}".`;
    },
  },
  async ({ positionals: [folder = '', kind] }) => {
    const asked = kind as BuildKind | undefined;
    const kindOf = asked ?? deliveredPackage(folder).kind;
    const version = await buildTarget({ folder, kind: kindOf }).catch((error: Error) => {
      // Bundlers that end with this process write their stacks to the other stream.
      console.log(`${REASON}${error.message}`);
      throw error;
    });
    console.log(version);
  },
);
