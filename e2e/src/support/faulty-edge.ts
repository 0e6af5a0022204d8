import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
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
  stop(): void;
};

const PROMISED_BYTES = 10_000;

/** Stands in front of a portal's edge. */
export function breakEdge({ edge }: Partial<Pick<TestPortal, 'edge'>>): FaultyEdge {
  const waiting = new Set<ServerResponse>();
  let broken: Broken = () => undefined;
  const stop = interceptEdge(edge, (request, response) => {
    const fault = broken((request.url ?? '').replace(/\?.*$/s, ''));
    if (!fault) return false;
    waiting.add(response);
    response.once('close', () => waiting.delete(response));
    fail(fault, response);
    return true;
  });
  const repair = () => {
    broken = () => undefined;
    for (const response of waiting) response.destroy();
  };
  return {
    breaks(next) {
      broken = next;
    },
    repair,
    stop() {
      repair();
      stop();
    },
  };
}

/** Lets a function see each request before the edge. @param answers whether it answers itself @returns what ends it */
export function interceptEdge(
  edge: TestPortal['edge'] | undefined,
  answers: (request: IncomingMessage, response: ServerResponse) => boolean,
): () => void {
  if (!edge) throw new Error('Only a portal of its own has an edge here.');
  const listeners = edge.listeners('request') as RequestListener[];
  edge.removeAllListeners('request');
  const intercept: RequestListener = (request, response) => {
    if (!answers(request, response)) for (const listener of listeners) listener(request, response);
  };
  edge.on('request', intercept);
  return () => {
    edge.removeAllListeners('request');
    for (const listener of listeners) edge.on('request', listener);
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
