import { runAsChild } from './child.ts';
import type { Tls } from './edge.ts';
import { createTlsDoor } from './tls-door.ts';

/** A TLS door as a process: `node tls-door-main.ts '<options as JSON>'`. */
const options = JSON.parse(process.argv[2] ?? '{}') as {
  port: number;
  host: string;
  upstream: string;
  tls: Tls;
};
const door = createTlsDoor(options.upstream, options.tls);
runAsChild(door.server, options, () => door.close());
