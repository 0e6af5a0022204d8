import { once } from 'node:events';
import { createServer, request } from 'node:http';

/** The connection of one browser, as its proxy for HTTP, which can be lost. */
export type Connection = {
  /** `host:port`. */
  readonly proxy: string;
  setOffline(offline: boolean): void;
  close(): Promise<void>;
};

export async function openConnection(): Promise<Connection> {
  let isOffline = false;
  const server = createServer((asked, answer) => {
    const { method, headers, url = '' } = asked;
    const onward = request(url, { method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.rawHeaders);
      answered.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  });
  server.on('connection', (socket) => {
    if (isOffline) socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    proxy: `127.0.0.1:${(server.address() as { port: number }).port}`,
    setOffline(offline) {
      isOffline = offline;
      if (offline) server.closeAllConnections();
    },
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
