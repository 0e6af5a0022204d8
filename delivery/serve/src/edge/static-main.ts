import { runAsChild } from './child.ts';
import { createStaticServer, type StaticServerOptions } from './static-server.ts';

/** Runs a file server as a process: `node static-main.ts '<options as JSON>'`. */
const options = JSON.parse(process.argv[2] ?? '{}') as StaticServerOptions & {
  port: number;
  host: string;
};
const server = createStaticServer(options);
runAsChild(server, options, async () => {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
});
