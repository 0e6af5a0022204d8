import { once } from 'node:events';
import { join } from 'node:path';
import { deliveredPackage, ROOT } from '@portal/delivery-builder/workspace/packages';
import { endRequested } from '@portal/delivery-serve/start/end-requested';
import webpack from 'webpack';
import { devAddresses } from './addresses.ts';
import { type Backend, ensureBackend } from './backend.ts';
import { devServer } from './dev-server.ts';
import { refuseTakenPort } from './port.ts';
import { watchStyles } from './styles.ts';
import { devWebpackConfig } from './webpack-config.ts';

/**
 * Runs one remote in a small frame until the process is ended: remote and shared packages are one compilation.
 * @param folderName the remote's folder in the workspace
 * @throws Refused where a port is taken, or the server does not start
 */
export async function runRemote(
  folderName: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const remote = deliveredPackage(folderName);
  const addresses = devAddresses(env);
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
