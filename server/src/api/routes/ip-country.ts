import { IP_COUNTRY_PATH, ipAnswerOf } from '@portal/shared-contract';
import { answerRefusal } from '../answers.ts';
import type { ApiApp, ApiContext } from '../api-types.ts';
import { countryOf } from '../caller-country.ts';
import { limitCall } from '../limits.ts';

/**
 * The IP-to-country service of spec §5, in text and not in JSON as the spec has it: what the edge says,
 * else the configured country.
 */
export function mountIpCountry(app: ApiApp, context: ApiContext): void {
  app.get(IP_COUNTRY_PATH, async (c) => {
    const limited = await limitCall(context, c, undefined);
    if (limited) return answerRefusal(c, limited);
    c.header('cache-control', 'private, max-age=3600');
    return c.text(ipAnswerOf(countryOf(c, context) ?? context.config.defaultCountry));
  });
}
