import { localCertificate } from './certificate.ts';
import { runAsChild } from './child.ts';
import { createTlsProxy } from './tls-proxy.ts';

/** Runs the TLS proxy as a process: `node tls-proxy-main.ts '<options as JSON>'`. */
const options = JSON.parse(process.argv[2] ?? '{}') as {
  port: number;
  host: string;
  upstream: string;
};
const listener = createTlsProxy(options.upstream, await localCertificate());
runAsChild(listener.server, options, () => listener.close());
