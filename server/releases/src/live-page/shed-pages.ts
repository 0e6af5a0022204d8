import type { RequestListener } from 'node:http';
import { answerUnavailable } from '@portal/delivery-model/page/message';
import type { ShedLoadOptions } from '@portal/server-endpoint/shed-load';
import {
  type Shedding,
  shedding,
  watchEventLoop,
} from '@portal/server-platform/http/load-shedding';
import { hstsOf } from '@portal/shared-process/headers';
import type { ReleaseContext } from '../context.ts';
import { HEALTH_PATH } from './index.ts';

/** Refuses pages for which the server has no time, in the words of a page that cannot be shown for a while. */
export function shedPages(
  { config, log }: Pick<ReleaseContext, 'config' | 'log'>,
  answer: RequestListener,
  { onRefused, isLoopBusy = watchEventLoop() }: ShedLoadOptions = {},
): Shedding {
  const hsts = hstsOf(config.portalOrigin);
  return shedding(answer, {
    refuse(request, response, retryAfter) {
      if (hsts) response.setHeader('strict-transport-security', hsts);
      answerUnavailable(response, undefined, { 'retry-after': String(retryAfter) });
      onRefused?.(request, response.statusCode);
    },
    isExempt: ({ url }) => url === HEALTH_PATH,
    isBusy: isLoopBusy,
    onRefused: (pages) => log.warn({ pages }, 'pages refused, because there are too many'),
  });
}
