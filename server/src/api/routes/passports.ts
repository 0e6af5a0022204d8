import {
  CODE_PERIOD_S,
  cancelPassport,
  getPassport,
  issueGateGrant,
  issuePhysicalCard,
  listPassportCodes,
  listPassports,
  updatePassport,
} from '@portal/shared-contract';
import { findPassport } from '../../domain/passports/access.ts';
import * as change from '../../domain/passports/change.ts';
import { offeredDesigns } from '../../domain/passports/designs.ts';
import { listGateCodes } from '../../domain/passports/gate-codes.ts';
import * as grants from '../../domain/passports/gate-grants.ts';
import * as list from '../../domain/passports/list.ts';
import { isUnsettled } from '../../domain/passports/payments.ts';
import { settlePassportPayments } from '../../payments/settle.ts';
import type { ApiApp, ApiContext } from '../api-types.ts';
import { mountForMember } from '../mount.ts';
import { toPassport } from '../passport.ts';
import { Refusal, refusalOf } from '../refusal.ts';
import { actionOf, answerPassport, findViewer } from './passport-answer.ts';

/** The calls of a member's passports (product §7.57, §7.58, §7.60, §7.61, §7.66, §7.68, §7.169). */
export function mountPassports(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, listPassports, async ({ query }, { member }) => {
    const viewer = await findViewer(context, member.id);
    if (viewer instanceof Refusal) return viewer;
    const { items, total } = await list.listPassports(context, viewer, query);
    const { page, limit } = query;
    return {
      data: items.map((item) => toPassport(context, item)),
      meta: { page, limit, total, last_page: Math.max(1, Math.ceil(total / limit)) },
    };
  });
  mountForMember(app, context, getPassport, async ({ params }, call) => {
    const found = await findPassport(context, call.member.id, params.id);
    if (!found.ok || !isUnsettled(found.value)) return answerPassport(context, call, found);
    // The provider may know a newer status of the payment.
    await settlePassportPayments(context, params.id);
    const settled = await findPassport(context, call.member.id, params.id);
    return answerPassport(context, call, settled);
  });
  mountForMember(app, context, updatePassport, async ({ params, body }, call) => {
    const changes = { designId: body.design_id, photoId: body.photo_id };
    const changed = await change.changeDesignOrPhoto(
      context,
      actionOf(params, call),
      changes,
      offeredDesigns(context.config),
    );
    return answerPassport(context, call, changed);
  });
  mountForMember(app, context, cancelPassport, async ({ params }, call) => {
    const canceled = await change.cancelPassport(context, actionOf(params, call));
    // Begins the refund at once; housekeeping would do it later.
    if (canceled.ok) await settlePassportPayments(context, params.id);
    return answerPassport(context, call, canceled);
  });
  mountForMember(app, context, issuePhysicalCard, async ({ params }, call) =>
    answerPassport(context, call, await change.issueCard(context, actionOf(params, call))),
  );
  mountForMember(app, context, listPassportCodes, async ({ params }, { member }) => {
    const codes = await listGateCodes(context, member.id, params.id);
    if (!codes.ok) return refusalOf(codes);
    const server_time = context.clock.now().toISOString();
    return { data: { server_time, period_s: CODE_PERIOD_S, codes: [...codes.value] } };
  });
  mountForMember(app, context, issueGateGrant, async ({ params, body }, { member }) => {
    const granted = await grants.issueGateGrant(context, {
      memberId: member.id,
      sessionUid: member.sessionUid,
      passportId: params.id,
      deviceKey: body.device_key,
    });
    if (!granted.ok) return refusalOf(granted);
    return { data: { server_time: context.clock.now().toISOString(), ...granted.value } };
  });
}
