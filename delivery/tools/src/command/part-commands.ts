import path from 'node:path';
import {
  deliveredPackage,
  folderOfPart,
  IS_KIT,
  KIT,
  remoteFolders,
} from '@portal/delivery-builder/workspace/packages';
import { portalUrl } from '@portal/delivery-model/client/connection';
import { CommandFailure, EXIT, refused, wrongUsage } from '@portal/delivery-model/client/failure';
import { SHELL } from '@portal/delivery-model/log/operations';
import { refusal } from '@portal/delivery-model/log/refusal';
import { Refused } from '@portal/shared-process/command-line';
import type { Command } from 'commander';
import { checkWords, createRepository } from '../new-remote/new-remote.ts';
import type { Does } from './words.ts';
import { checkPart } from './words.ts';

/** The compilers take longer to load than most commands take, so that these load them as they begin. */
export function addPartCommands(portal: Command, does: Does): void {
  portal
    .command('new <name>')
    .description(`Makes this empty folder the repository of a new remote, with a screen and its tests.

It asks no portal, and commits nothing.`)
    .option('--team <name>', 'the team that owns it (else as the remote)')
    .requiredOption('--path </path>', 'the first segment of all its addresses: /offers')
    .option('--title <text>', 'the title of the first screen in English')
    .option('--title-ja <text>', 'and in Japanese (else the English one)')
    .action(
      does(async ({ cwd }, name: string, typed: NewOptions) => {
        const { path: segment, title = name, titleJa = title } = typed;
        const team = checkPart(typed.team ?? name);
        const remote = { name, path: segment, title, titleJa, team };
        checkWords(remote);
        return {
          json: { part: name, path: segment, files: await createRepository(remote, cwd) },
          lines: [`Created the repository of ${name}, with the screen ${segment}.`],
          notes: [
            'Install, and start it alone with hot reload: npm install && npm run dev',
            `Before its first release the operator lets the team in: portal team set ${team} --part ${name} --segment ${segment}, and gives it a token: npm run staff -- add ${team} --scopes release --team ${team}`,
          ],
        };
      }),
    );

  portal
    .command('build [part]')
    .description('Builds a part for its release, unless the last build is of the same sources.')
    .action(
      does(async ({ progress }, part?: string) => {
        const folder = folderToBuild(part);
        const { name, kind } = deliveredPackage(folder);
        progress(`Building ${name}`);
        const { buildTarget } = await import('@portal/delivery-builder/build-target');
        const version = await buildTarget({ folder, kind }).catch((error: Error) => {
          throw buildFailed(name, error.message);
        });
        return {
          json: { part: name, version },
          lines: [`Built ${name} ${version}.`],
          notes: [`To upload it: portal publish ${name}`],
        };
      }),
    );

  portal
    .command('dev [part]')
    .description(`Runs one remote alone in a small frame, with the real session and hot reload.

There is no federation and no release: the remote and the shared packages are one compilation.
It starts a server if none is running. In a repository of one remote the part need not be named.
With --against the remote runs as a release instead, in the shell that is live in that portal and beside the
other remotes as they are live there; each change of its sources is built and shown. Session and data are
those of the server on this machine, and nothing of the portal is changed.`)
    .option('--against <address>', 'the portal in whose shell it runs')
    .action(
      does(async ({ env }, part: string | undefined, { against }: { against?: string }) => {
        const folder = folderToBuild(part);
        const live = against === undefined ? undefined : portalUrl(against);
        const running =
          live === undefined
            ? import('../dev/run-remote.ts').then(({ runRemote }) => runRemote(folder, env))
            : import('../dev/against/run-against.ts').then(({ runAgainst }) =>
                runAgainst(folder, live, env),
              );
        await running.catch((error: unknown) => {
          if (!(error instanceof Refused)) throw error;
          throw refused('not-started', error.message, 'Then run this again.');
        });
        return { json: {}, lines: [] };
      }),
    );

  portal
    .command('kit')
    .description(`Packs the kit, the one package that a team installs in a repository of its own.

It has what a remote imports, with types, the build, the development server, the helpers of tests and this
command. Publish the tarball to the registry of your company, or hand it over.`)
    .option('--name <name>', 'its npm name, with the scope of your company: @acme/kit', KIT)
    .option('--out <folder>', 'where the tarball is written', '.')
    .action(
      does(async ({ cwd, progress }, { name, out }: { name: string; out: string }) => {
        if (IS_KIT) {
          throw refused(
            'no-clone',
            'The kit is packed from its sources.',
            'Run this in a clone of the portal.',
          );
        }
        const { packKit } = await import('../kit/pack-kit.ts');
        progress('Compiling the packages of the kit');
        const file = await packKit({ name, folder: path.resolve(cwd, out) });
        return {
          json: { name, file },
          lines: [file],
          notes: [`A team installs it: npm install --save-exact ${path.basename(file)}`],
        };
      }),
    );
}

type NewOptions = { path: string; team?: string; title?: string; titleJa?: string };

function buildFailed(part: string, output: string): CommandFailure {
  const words = refusal(
    'build-failed',
    `The build of ${part} has failed.`,
    'Correct what it says on the standard error; nothing was published.',
  );
  return new CommandFailure(EXIT.refused, [words], { output: output.trim() });
}

/** The folder of a part, or of the only remote. @throws CommandFailure where the name says none */
function folderToBuild(part: string | undefined): string {
  const remotes = remoteFolders();
  const [only] = remotes;
  if (part === undefined && remotes.length === 1 && only) return only;
  if (part === SHELL && only !== '.') return folderOfPart(SHELL);
  const folders = new Map(remotes.map((folder) => [deliveredPackage(folder).name, folder]));
  const found = part === undefined ? undefined : folders.get(checkPart(part));
  if (found) return found;
  throw wrongUsage(
    part === undefined ? 'The part is not named.' : `There is no part ${part} here.`,
    `Name one of: ${[...folders.keys()].join(', ')}.`,
  );
}
