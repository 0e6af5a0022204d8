import { Readable } from 'node:stream';
import { answerData, FileAnswer, pageMeta } from '@portal/server-endpoint/answers';
import type { ApiApp } from '@portal/server-endpoint/api';
import { mountForMember } from '@portal/server-endpoint/mount';
import { err, Refusal } from '@portal/server-platform/outcome';
import { offeredDesigns } from '@portal/shared-brand/read/designs';
import {
  CODE_PERIOD_S,
  cancelPassport,
  getPassport,
  getPassportQrCode,
  issuePhysicalCard,
  issueTurnstileGrant,
  listPassportCodes,
  listPassports,
  listPassportVisits,
  updatePassport,
} from '@portal/shared-contract';
import { renderSVG } from 'uqr';
import { findPassport } from '../passport/access.ts';
import * as list from '../passport/list.ts';
import { listVisits } from '../passport/turnstile-uses.ts';
import * as change from '../payments/change.ts';
import { isUnsettled } from '../payments/payments.ts';
import { isMoneyHeld } from '../payments/restored.ts';
import { settlePassportPayments } from '../payments/settle.ts';
import { listTurnstileCodes } from '../turnstile/codes.ts';
import * as grants from '../turnstile/grants.ts';
import type { PassportApiContext } from './api-context.ts';
import { actionOf, answerPassport, findViewer, toPassport, toUse } from './passport-answer.ts';
import { kindsOnSale } from './passport-purchase.ts';

export function mountPassports(app: ApiApp, context: PassportApiContext): void {
  mountForMember(app, context, listPassports, async ({ query }, { member }) => {
    const viewer = await findViewer(context, member.id);
    if (viewer instanceof Refusal) return viewer;
    const { items, total } = await list.listPassports(context, viewer, query);
    return {
      data: items.map((item) => toPassport(context, item)),
      meta: pageMeta(query, total),
      on_sale: kindsOnSale(context).length > 0,
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
    const designs = offeredDesigns(context.config);
    const who = actionOf(params, call);
    const changed = await change.changeDesignOrPhoto(context, who, changes, designs);
    return answerPassport(context, call, changed);
  });
  mountForMember(app, context, cancelPassport, async ({ params }, call) => {
    // It may have been paid back since the backup from which the database was restored.
    if (await isMoneyHeld(context, params.id)) return err('server.unavailable');
    const canceled = await change.cancelPassport(context, actionOf(params, call));
    // Begins the refund at once; housekeeping would do it later.
    if (canceled.ok) await settlePassportPayments(context, params.id);
    return answerPassport(context, call, canceled);
  });
  mountForMember(app, context, issuePhysicalCard, async ({ params }, call) =>
    answerPassport(context, call, await change.issueCard(context, actionOf(params, call))),
  );
  mountForMember(app, context, getPassportQrCode, async ({ params }, { member }) => {
    const codes = await listTurnstileCodes(context, member.id, params.id);
    if (!codes.ok) return codes;
    const [current] = codes.value;
    const picture = renderSVG(current?.text ?? '', { ecc: 'M', border: 4 });
    return new FileAnswer('code.svg', 'image/svg+xml', Readable.from([Buffer.from(picture)]));
  });
  mountForMember(app, context, listPassportCodes, async ({ params }, { member }) => {
    const codes = await listTurnstileCodes(context, member.id, params.id);
    if (!codes.ok) return codes;
    const server_time = context.clock.now().toISOString();
    return { data: { server_time, period_s: CODE_PERIOD_S, codes: [...codes.value] } };
  });
  mountForMember(app, context, listPassportVisits, async ({ params }, { member }) => {
    const visits = await listVisits(context, member.id, params.id);
    return answerData(visits, (uses) => uses.map(toUse));
  });
  mountForMember(app, context, issueTurnstileGrant, async ({ params, body }, { member }) => {
    const granted = await grants.issueTurnstileGrant(context, {
      memberId: member.id,
      sessionUid: member.sessionUid,
      passportId: params.id,
      deviceKey: body.device_key,
    });
    if (!granted.ok) return granted;
    return { data: { server_time: context.clock.now().toISOString(), ...granted.value } };
  });
}
