import { IP_COUNTRY_PATH, ipAnswerOf } from '@portal/shared-contract';
import { answerRefusal } from '../../answers.ts';
import type { ApiApp, ApiContext } from '../../api-types.ts';
import { countryOf } from '../../caller-device.ts';
import { limitCall } from '../../limits.ts';

/**
 * The IP-to-country service (product §5.34, §7.79). It answers in text, with the country that the
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
