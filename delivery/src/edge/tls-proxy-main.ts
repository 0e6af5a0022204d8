import { localCertificate } from '../start/certificate.ts';
import { runAsChild } from './child.ts';
import { createTlsProxy } from './tls-proxy.ts';

/** Runs the TLS proxy as a process: `node tls-proxy-main.ts '<options as JSON>'`. */
const options = JSON.parse(process.argv[2] ?? '{}') as {
  port: number;
  host: string;
  upstream: string;
};
const door = createTlsProxy(options.upstream, await localCertificate());
runAsChild(door.server, options, () => door.close());
