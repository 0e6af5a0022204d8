import { ConfigError } from '@portal/shared-process/config-error';
import { traceSettingsOf } from '@portal/shared-process/traces/settings';
import { startTraces } from '@portal/shared-process/traces/traces';
import { localCertificate } from './certificate.ts';
import { runAsChild } from './child.ts';
import { createEdge, type EdgeOptions } from './edge.ts';

/**
 * Runs the edge as a process: `node edge-main.ts '<options as JSON>'`. Prints one log line per
 * response. The certificate's key is read from a file, since every user of the machine can see a
 * process's arguments.
 */
const options = JSON.parse(process.argv[2] ?? '{}') as Omit<EdgeOptions, 'tls'> & {
  port: number;
  host: string;
  tls: boolean;
};
const { api, page } = options.upstreams;
try {
  const settings = traceSettingsOf(process.env, 'portal-edge');
  const endTraces = await startTraces(settings, { own: [api, page] });
  const edge = createEdge({
    ...options,
    tls: options.tls ? await localCertificate() : undefined,
    log: (record) => console.log(JSON.stringify(record)),
  });
  runAsChild(edge.server, options, () => edge.close().then(endTraces));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exit(1);
}
