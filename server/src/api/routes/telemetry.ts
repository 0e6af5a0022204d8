import { reportStages, StageReportsSchema } from '@portal/shared-contract';
import { overrideCookieOf } from '@portal/shared-release/override/cookie';
import * as v from 'valibot';
import { answerRefusal } from '../answers.ts';
import type { ApiApp, ApiContext } from '../api-types.ts';
import { jsonOf, readBody } from '../body.ts';
import { clientAddress } from '../client-address.ts';
import { limitReports } from '../limits.ts';
import { descriptionsOf, expectAccess } from '../mount.ts';
import { Refusal, refuse } from '../refusal.ts';

/**
 * Mounts the call with which browsers tell how far the parts of a page came (product §7.190). A beacon can
 * send neither an API key nor JSON's content type. Of cookies and tokens only that of an override is looked
 * at, whose page is not counted.
 */
export function mountTelemetry(app: ApiApp, context: ApiContext): void {
  expectAccess(reportStages, 'public');
  const { method, path, upload } = reportStages;
  app.on(method, path, async (c) => {
    const network = clientAddress(c, context.config.trustedProxies);
    const limited = await limitReports(context, c, network);
    if (limited) return answerRefusal(c, limited);
    const body = await readBody(c, upload?.maxBytes ?? 0);
    if (body instanceof Refusal) return answerRefusal(c, body);
    const reports = v.safeParse(StageReportsSchema, jsonOf(body));
    if (!reports.success) {
      return answerRefusal(c, refuse('request.invalid', descriptionsOf(reports.issues)));
    }
    // The shell of an older release does not know that it must not report.
    const isOverridden = overrideCookieOf(c.req.header('cookie')) !== undefined;
    if (!isOverridden) await context.releaseReports.count(reports.output, network);
    c.header('cache-control', 'no-store');
    return c.body(null, 204);
  });
}
