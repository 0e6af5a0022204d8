import type { RequestListener } from 'node:http';
import { refusalWriter, type ShedLoadOptions } from '@portal/server-endpoint/shed-load';
import {
  type Shedding,
  shedding,
  watchEventLoop,
} from '@portal/server-platform/http/load-shedding';
import { ROUTES } from '../client.ts';
import type { IdentityContext } from '../settings.ts';

/** RFC 6749 §5.2 has no code for this; §4.1.2.1 has it for the other endpoint. */
const BUSY = { error: 'temporarily_unavailable' };

/** What two cores renew in a second that do nothing else (docs/decisions/0013-refresh-in-two-statements.md). */
const FIRST_RATE = 800;

/**
 * Stands in front of the identity provider and refuses calls of the token endpoint for which the server has no time, as the
 * API does. Nothing else is refused: the hashing of passwords bounds sign-ins, and a sign-out must work at any time.
 */
export function shedTokenCalls(
  { config, database, log }: Pick<IdentityContext, 'config' | 'database' | 'log'>,
  answer: RequestListener,
  { onRefused, isLoopBusy = watchEventLoop() }: ShedLoadOptions = {},
): Shedding {
  const write = refusalWriter(config, config.idpOrigin);
  const waitsForDatabase = () =>
    database.pools().some(({ pool, waiting }) => pool === 'background' && waiting > 0);
  const shed = shedding(answer, {
    firstRate: FIRST_RATE,
    refuse(request, response, retryAfter) {
      write(request, response, retryAfter, () => BUSY);
      onRefused?.(request, response.statusCode);
    },
    isExempt: () => false,
    isBusy: () => isLoopBusy() || waitsForDatabase(),
    onRefused: (calls) => log.warn({ calls }, 'token calls refused, because there are too many'),
  });
  return {
    ...shed,
    handler(request, response) {
      const isToken = request.method === 'POST' && request.url?.split('?', 1)[0] === ROUTES.token;
      if (isToken) shed.handler(request, response);
      else answer(request, response);
    },
  };
}
