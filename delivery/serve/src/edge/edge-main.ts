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
const edge = createEdge({
  ...options,
  tls: options.tls ? await localCertificate() : undefined,
  log: (record) => console.log(JSON.stringify(record)),
});
runAsChild(edge.server, options, () => edge.close());
