import { once } from 'node:events';
import { join } from 'node:path';
import { deliveredPackage, ROOT, remoteFolders } from '@portal/delivery-builder/workspace/packages';
import { endRequested } from '@portal/delivery-serve/start/end-requested';
import { type CommandWords, runCommand } from '@portal/shared-process/command-line';
import webpack from 'webpack';
import { devAddresses } from './addresses.ts';
import { type Backend, ensureBackend } from './backend.ts';
import { devServer } from './dev-server.ts';
import { refuseTakenPort } from './port.ts';
import { watchStyles } from './styles.ts';
import { devWebpackConfig } from './webpack-config.ts';

const WORDS: CommandWords<Record<never, never>> = {
  usage: 'npm run dev -w <remote>',
  does: 'Runs one remote alone in a small frame, with the real session and hot reload.',
  details: [
    'There is no federation and no release: the remote and the shared packages are one compilation.',
    'It starts the server if none is running.',
  ],
  // The folder is in the script of the remote.
  positionals: [1, 1],
  check: ({ positionals: [folder = ''] }) =>
    remoteFolders().includes(folder)
      ? undefined
      : `Please name a remote to start: ${remoteFolders().join(', ')}.`,
};

async function runRemote(folderName: string): Promise<void> {
  const remote = deliveredPackage(folderName);
  const addresses = devAddresses(process.env);
  const ending = new AbortController();
  void endRequested().then(() => ending.abort());
  const stops: (() => unknown)[] = [];
  try {
    await refuseTakenPort(addresses);
    const backend: Backend = await ensureBackend(addresses, ending.signal, (line) =>
      console.log(line),
    );
    stops.push(backend.stop);
    ending.signal.throwIfAborted();
    const styles = await watchStyles(remote.name, [join(ROOT, 'shell'), remote.folder]);
    stops.push(styles.stop);
    ending.signal.throwIfAborted();
    const compiler = webpack(devWebpackConfig(remote, styles.files));
    const server = devServer(compiler, remote, addresses);
    stops.push(() => server.stop());
    await server.start();
    console.log(`\n  ${remote.packageName}, alone: ${addresses.portal}/ (Ctrl-C ends it)\n`);
    await Promise.race([backend.ended, once(ending.signal, 'abort')]);
  } catch (error) {
    // Ctrl-C during the start is not an error.
    if (!ending.signal.aborted) throw error;
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

await runCommand(WORDS, ({ positionals: [folder = ''] }) => runRemote(folder));
