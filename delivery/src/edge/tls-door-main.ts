import { localCertificate } from '../start/certificate.ts';
import { runAsChild } from './child.ts';
import { createTlsDoor } from './tls-door.ts';

/** A TLS door as a process: `node tls-door-main.ts '<options as JSON>'`. */
const options = JSON.parse(process.argv[2] ?? '{}') as {
  port: number;
  host: string;
  upstream: string;
};
const door = createTlsDoor(options.upstream, await localCertificate());
runAsChild(door.server, options, () => door.close());
