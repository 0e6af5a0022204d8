import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { ErrorBody } from '@portal/shared-contract';
import type { ServerContext } from '../context.ts';
import { hstsOf } from '../hsts.ts';
import { type Shedding, shedding, watchEventLoop } from '../load-shedding.ts';
import { requestIdOf } from '../request-id.ts';

/** What keeps the operator informed, and what a member must be able to do at any time: sign out. */
const EXEMPT = [
  /^OPTIONS /,
  /^(GET|HEAD) \/(health|ready)$/,
  /^DELETE \/me\/devices(\/|$)/,
] as const;

/**
 * The door of the API: it refuses calls for which the server has no time, before anything else is done
 * for them, with 503 and `retry-after` (product §9.71).
 */
export function apiDoor(
  { config, database, log }: Pick<ServerContext, 'config' | 'database' | 'log'>,
  answer: RequestListener,
  eventLoop: ReturnType<typeof watchEventLoop> = watchEventLoop(),
): Shedding {
  const hsts = hstsOf(config.apiOrigin);

  function refuse(request: IncomingMessage, response: ServerResponse, retryAfter: number): void {
    const { origin, 'x-request-id': given } = request.headers;
    const id = requestIdOf(config.trustedProxies, request.socket.remoteAddress, given);
    const mayRead = origin !== undefined && config.corsOrigins.includes(origin);
    const body: ErrorBody = { error: 'server.unavailable', request_id: id };
    response.writeHead(503, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'retry-after': String(retryAfter),
      'x-content-type-options': 'nosniff',
      'x-request-id': id,
      vary: 'Origin',
      ...(mayRead && {
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'date,retry-after,x-request-id',
      }),
      ...(hsts && { 'strict-transport-security': hsts }),
    });
    response.end(JSON.stringify(body));
    // Otherwise a body that nobody reads would keep the connection from its next call.
    request.resume();
  }

  const waitsForDatabase = () =>
    database.pools().some(({ pool, waiting }) => pool === 'api' && waiting > 0);
  const door = shedding(answer, {
    refuse,
    isExempt: ({ method, url = '' }) => {
      const call = `${method} ${url.split('?', 1)[0]}`;
      return EXEMPT.some((pattern) => pattern.test(call));
    },
    isBusy: () => eventLoop.isBusy() || waitsForDatabase(),
    onRefused: (calls) => log.warn({ calls }, 'calls refused, because there are too many'),
  });
  return {
    ...door,
    stop() {
      door.stop();
      eventLoop.stop();
    },
  };
}
