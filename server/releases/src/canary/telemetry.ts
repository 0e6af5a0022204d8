import { answerRefusal } from '@portal/server-endpoint/answers';
import type { ApiApp } from '@portal/server-endpoint/api';
import { jsonOf, readBody } from '@portal/server-endpoint/body';
import { clientAddress, limitReports } from '@portal/server-endpoint/limits';
import { descriptionsOf, expectAccess } from '@portal/server-endpoint/mount';
import { err, Refusal } from '@portal/server-platform/outcome';
import { reportStages, StageReportsSchema } from '@portal/shared-contract';
import * as v from 'valibot';
import type { ReleaseApiContext } from '../context.ts';

/** Mounts the call by which browsers report how far the parts of a page came: a beacon, without key or cookie. */
export function mountTelemetry(app: ApiApp, context: ReleaseApiContext): void {
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
      return answerRefusal(
        c,
        err('request.invalid', { descriptions: descriptionsOf(reports.issues) }),
      );
    }
    await context.releaseReports.count(reports.output, network);
    c.header('cache-control', 'no-store');
    return c.body(null, 204);
  });
}
