import { answerRefusal } from '@portal/server-endpoint/answers';
import type { ApiApp, ApiContext } from '@portal/server-endpoint/api-types';
import { countryOf } from '@portal/server-endpoint/caller-device';
import { limitCall } from '@portal/server-endpoint/limits';
import { IP_COUNTRY_PATH, ipAnswerOf } from '@portal/shared-contract';

/**
 * The IP-to-country service. It answers in text, with the country that the
 * edge reports or else the configured one.
 */
export function mountIpCountry(app: ApiApp, context: ApiContext): void {
  app.get(IP_COUNTRY_PATH, async (c) => {
    const limited = await limitCall(context, c, undefined);
    if (limited) return answerRefusal(c, limited);
    c.header('cache-control', 'private, max-age=3600');
    return c.text(ipAnswerOf(countryOf(c, context) ?? context.config.defaultCountry));
  });
}
