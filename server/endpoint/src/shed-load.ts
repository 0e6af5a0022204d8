import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import {
  hasBody,
  type Shedding,
  shedding,
  watchEventLoop,
} from '@portal/server-platform/http/load-shedding';
import type { ErrorBody } from '@portal/shared-contract';
import { hstsOf, requestIdOf } from '@portal/shared-process/headers';
import type { ApiContext } from './api.ts';

/** What keeps the operator informed, and what a member must be able to do at any time: sign out. */
const EXEMPT = [
  /^OPTIONS /,
  /^(GET|HEAD) \/(health|ready)$/,
  /^DELETE \/me\/devices(\/|$)/,
] as const;

const bodyOf = (request_id: string): ErrorBody => ({ error: 'server.unavailable', request_id });

export type ShedLoadOptions = {
  /** Called for each call that is refused; it has not been counted anywhere else. */
  readonly onRefused?: (request: IncomingMessage, status: number) => void;
  readonly isLoopBusy?: () => boolean;
};

const UNAVAILABLE = 503;

/** Writes a refusal with the body of a request's id, and when to come again. */
export type WriteRefusal = (
  request: IncomingMessage,
  response: ServerResponse,
  retryAfter: number,
  bodyOf: (requestId: string) => object,
) => void;

/**
 * Writes refusals as 503 that scripts of the portal can read. The less a refusal costs, the more calls are
 * answered, so the headers are written as a list, with the length, in one piece with the body.
 * @param ownOrigin of the listener
 */
export function refusalWriter(
  config: Pick<ApiContext['config'], 'trustedProxies' | 'corsOrigins'>,
  ownOrigin: string,
): WriteRefusal {
  const hsts = hstsOf(ownOrigin);
  const fixed = [
    ...['content-type', 'application/json'],
    ...['cache-control', 'no-store'],
    ...['x-content-type-options', 'nosniff'],
    ...['vary', 'Origin'],
    ...(hsts ? ['strict-transport-security', hsts] : []),
  ];
  return (request, response, retryAfter, bodyOf) => {
    const { origin, 'x-request-id': given } = request.headers;
    const id = requestIdOf(config.trustedProxies, request.socket.remoteAddress, given);
    const text = JSON.stringify(bodyOf(id));
    const headers = [
      ...fixed,
      ...['content-length', String(text.length)],
      ...['retry-after', String(retryAfter)],
      ...['x-request-id', id],
    ];
    if (origin !== undefined && config.corsOrigins.includes(origin)) {
      headers.push('access-control-allow-origin', origin);
      headers.push('access-control-expose-headers', 'date,retry-after,x-request-id');
    }
    response.writeHead(UNAVAILABLE, headers);
    response.end(text);
    // Otherwise a body that nobody reads would keep the connection from its next call.
    if (hasBody(request)) request.resume();
  };
}

/** Stands in front of the API and refuses calls for which there is no time, with 503 and `retry-after`. */
export function shedLoad(
  { config, database, log }: Pick<ApiContext, 'config' | 'database' | 'log'>,
  answer: RequestListener,
  { onRefused, isLoopBusy = watchEventLoop() }: ShedLoadOptions = {},
): Shedding {
  const write = refusalWriter(config, config.apiOrigin);
  const waitsForDatabase = () =>
    database.pools().some(({ pool, waiting }) => pool === 'api' && waiting > 0);
  return shedding(answer, {
    refuse(request, response, retryAfter) {
      write(request, response, retryAfter, bodyOf);
      onRefused?.(request, UNAVAILABLE);
    },
    isExempt: ({ method, url = '' }) => {
      const call = `${method} ${url.split('?', 1)[0]}`;
      return EXEMPT.some((pattern) => pattern.test(call));
    },
    isBusy: () => isLoopBusy() || waitsForDatabase(),
    onRefused: (calls) => log.warn({ calls }, 'calls refused, because there are too many'),
  });
}
