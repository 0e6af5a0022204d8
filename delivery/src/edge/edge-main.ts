import { localCertificate } from '../start/certificate.ts';
import { runAsChild } from './child.ts';
import { createEdge, type EdgeOptions } from './edge.ts';

/**
 * The edge as a process: `node edge-main.ts '<options as JSON>'`; one log line for each answer.
 * The certificate's key is read from its file: arguments are for everybody on the machine to see.
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
