import { runCommand } from '@portal/shared-process/command-line';
import { buildTarget } from './build-target.ts';
import { REASON } from './reason.ts';
import type { BuildKind } from './webpack-config.ts';
import { deliveredPackage, remoteFolders } from './workspace/packages.ts';

const FOLDERS = ['shell', ...remoteFolders()];
const KINDS: readonly string[] = ['shell', 'remote', 'monolith'] satisfies BuildKind[];

await runCommand(
  {
    usage: 'node delivery/builder/src/main.ts <folder> [kind] [draft]',
    does: 'Builds one package and prints its version.',
    details: [
      `folder   ${FOLDERS.join(', ')}`,
      `kind     ${KINDS.join(', ')}; that of the package where none is named`,
      'draft    for its developers: with texts that are in no catalog yet',
    ],
    positionals: [1, 3],
    check({ positionals: [folder = '', kind, draft = 'draft'] }) {
      if (!FOLDERS.includes(folder)) return `There is no package "${folder}" to build.`;
      if (draft !== 'draft') return `There is nothing called "${draft}".`;
      if (kind === undefined || KINDS.includes(kind)) return undefined;
      return `There is no kind "${kind}".`;
    },
  },
  async ({ positionals: [folder = '', kind, draft] }) => {
    const asked = kind as BuildKind | undefined;
    const kindOf = asked ?? deliveredPackage(folder).kind;
    const target = { folder, kind: kindOf, isDraft: draft === 'draft' };
    const version = await buildTarget(target).catch((error: Error) => {
      // Bundlers that end with this process write their stacks to the other stream.
      console.log(`${REASON}${error.message}`);
      throw error;
    });
    console.log(version);
  },
);
