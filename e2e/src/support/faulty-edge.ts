import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createEdge } from '@portal/delivery-serve/edge/edge';
import type { TestPortal } from './portal.ts';

/** What a server in trouble does with a request. */
export const FAULTS = ['hang', 'cut', '500', 'other content'] as const;
export type Fault = (typeof FAULTS)[number];

type Broken = (path: string) => Fault | undefined;

export type FaultyEdge = {
  /** From now on the requests that `broken` names meet their fault, all others are answered. */
  breaks(broken: Broken): void;
  /** Every request is answered again, and those that still wait are ended, as by a restart. */
  repair(): void;
  stop(): Promise<void>;
};

const PROMISED_BYTES = 10_000;

/** Takes the place of a portal's edge, on the same port. */
export async function startFaultyEdge(
  portal: Pick<TestPortal, 'portal' | 'children'> & Partial<Pick<TestPortal, 'edge'>>,
): Promise<FaultyEdge> {
  if (!portal.edge) throw new Error('Only a portal of its own has an edge to take the place of.');
  await portal.children.edge?.stop();
  const edge = createEdge(portal.edge);
  const waiting = new Set<ServerResponse>();
  let broken: Broken = () => undefined;

  const server: Server = createServer((request, response) => {
    const fault = broken((request.url ?? '').replace(/\?.*$/s, ''));
    if (fault) {
      waiting.add(response);
      response.once('close', () => waiting.delete(response));
      fail(fault, response);
      return;
    }
    edge.server.emit('request', request, response);
  });
  server.listen(Number(new URL(portal.portal).port), '127.0.0.1');
  await once(server, 'listening');

  const repair = () => {
    broken = () => undefined;
    for (const response of waiting) response.destroy();
  };
  return {
    breaks(next) {
      broken = next;
    },
    repair,
    async stop() {
      repair();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await edge.close();
    },
  };
}

function fail(fault: Fault, response: ServerResponse<IncomingMessage>): void {
  const type = { 'content-type': 'text/javascript', 'x-content-type-options': 'nosniff' };
  switch (fault) {
    case 'hang':
      return;
    case 'cut':
      response.writeHead(200, { ...type, 'content-length': PROMISED_BYTES });
      response.write(' '.repeat(PROMISED_BYTES / 2), () => response.destroy());
      return;
    case '500':
      response.writeHead(500, { 'content-type': 'text/plain' }).end('Fault\n');
      return;
    case 'other content':
      response.writeHead(200, type).end('document.title = "Not of this release";\n');
      return;
  }
}
