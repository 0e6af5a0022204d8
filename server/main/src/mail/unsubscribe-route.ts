import { answerRefusal } from '@portal/server-endpoint/answers';
import type { ApiApp, ApiContext } from '@portal/server-endpoint/api-types';
import { limitCall } from '@portal/server-endpoint/limits';
import { refuse } from '@portal/server-endpoint/refusal';
import { UNSUBSCRIBE_PATH, unsubscribe } from '@portal/server-members/unsubscribe';

/**
 * Mail programs post here when the reader presses «Unsubscribe» (RFC 8058 §3.1). Whoever opens the address in a
 * browser comes to the settings, since programs that look for malware open each link.
 */
export function mountUnsubscribe(app: ApiApp, context: ApiContext): void {
  app.post(UNSUBSCRIBE_PATH, async (c) => {
    const limited = await limitCall(context, c, undefined);
    if (limited) return answerRefusal(c, limited);
    const known = await unsubscribe(context, c.req.query());
    return known ? c.body(null, 204) : answerRefusal(c, refuse('token.not_found'));
  });
  app.get(UNSUBSCRIBE_PATH, (c) => c.redirect(`${context.config.portalOrigin}/account/settings`));
}
