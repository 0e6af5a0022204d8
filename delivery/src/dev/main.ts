import { once } from 'node:events';
import { join } from 'node:path';
import webpack from 'webpack';
import { deliveredPackage, ROOT, remoteFolders } from '../build/packages.ts';
import { askedToEnd } from '../start/asked-to-end.ts';
import { devAddresses } from './addresses.ts';
import { type Backend, ensureBackend } from './backend.ts';
import { devServer } from './dev-server.ts';
import { refuseTakenPort } from './port.ts';
import { Refusal } from './refusal.ts';
import { watchStyles } from './styles.ts';
import { devWebpackConfig } from './webpack-config.ts';

/**
 * `npm run dev -w mfe-account`: runs one remote alone in a small frame, with the real session and
 * hot reload. There is no federation and no release: the remote and the shared packages are one
 * compilation. Starts the server if none is running.
 */
async function main(folderName: string | undefined): Promise<void> {
  if (!folderName || !remoteFolders().includes(folderName)) {
    throw new Refusal(`Please name a remote to start: ${remoteFolders().join(', ')}.`);
  }
  const remote = deliveredPackage(folderName);
  const addresses = devAddresses(process.env);
  const ending = new AbortController();
  void askedToEnd().then(() => ending.abort());
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

try {
  await main(process.argv[2]);
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
}
