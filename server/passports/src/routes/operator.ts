import { answerRefusal } from '@portal/server-endpoint/answers';
import type { ApiApp, ApiEnv, ApiRequest } from '@portal/server-endpoint/api';
import { JSON_MAX_BYTES, jsonOf, readBody } from '@portal/server-endpoint/body';
import { limitCall } from '@portal/server-endpoint/limits';
import type { StaffScope } from '@portal/server-members/schema/staff-credentials';
import {
  findStaffCredential,
  type StaffCredential,
} from '@portal/server-members/staff-credentials';
import {
  BroadcastCommandSchema,
  obeyBroadcastCommand,
} from '@portal/server-notifications/broadcasts/command';
import { tellTurnstileAnswer } from '@portal/server-notifications/notifications';
import { countHit, type RateLimit } from '@portal/server-platform/limits/rate-limits';
import { err, Refusal } from '@portal/server-platform/outcome';
import { findDesign, offeredDesigns } from '@portal/shared-brand/read/designs';
import { Hono } from 'hono';
import * as v from 'valibot';
import type { PassportRecord } from '../passport/passport.ts';
import type { TurnstileCall } from '../passport/turnstile-uses.ts';
import {
  applyOperatorAction,
  OPERATOR_ACTIONS,
  type OperatorAction,
} from '../payments/operator-actions.ts';
import { recordStaffAct } from '../staff/staff-acts.ts';
import { checkTurnstileCode, type TurnstileVerdict } from '../turnstile/check-code.ts';
import { listRevocations } from '../turnstile/revocation-list.ts';
import type { PassportApiContext } from './api-context.ts';

const BODY_LIMIT_BYTES = 4 * 1024;
/** Of one credential, by which a draft is looked at. */
const PREVIEWS: RateLimit = { name: 'broadcast-preview', limit: 20, windowMs: 60 * 60 * 1000 };
const TurnstileSchema = v.object({
  code: v.pipe(v.string(), v.maxLength(1000)),
  request_id: v.pipe(v.string(), v.uuid()),
  /** Where one credential serves several turnstiles. */
  turnstile: v.optional(v.pipe(v.string(), v.trim(), v.regex(/^\P{C}{1,60}$/u))),
});
const CounterSchema = v.object({
  passport_id: v.string(),
  action: v.picklist(OPERATOR_ACTIONS),
});

const SCOPE_OF: Readonly<Record<OperatorAction, StaffScope>> = {
  paid: 'take_payment',
  confirmed: 'confirm_identity',
  refunded: 'refund',
};

/**
 * `POST /operator/turnstile`, `GET /operator/revocations` and `POST /operator/counter`, for `npm run turnstile` and for the
 * turnstiles themselves, and `POST /operator/broadcasts`, for the operator's own systems. The portal does not call them, so they are not part of the contract. They need a credential of the
 * staff, which no browser has.
 */
export function mountOperator(app: ApiApp, context: PassportApiContext): void {
  const operator = new Hono<ApiEnv>();
  operator.post('/turnstile', async (c) => {
    const staff = await findStaff(context, c);
    if (staff instanceof Refusal) return answerRefusal(c, staff);
    const input = v.safeParse(TurnstileSchema, await readJson(c));
    if (!input.success) return answerRefusal(c, err('request.invalid'));
    if (!staff.scopes.includes('check_turnstile')) return answerNotAllowed(c);
    const { code, turnstile = staff.name, request_id: requestId } = input.output;
    const result = await checkTurnstileCode(context, code, { staff, turnstile, requestId });
    await tellOwner(context, result, { turnstile, requestId });
    return c.json(toVerdict(context, result));
  });
  operator.get('/revocations', async (c) => {
    const staff = await findStaff(context, c);
    if (staff instanceof Refusal) return answerRefusal(c, staff);
    if (!staff.scopes.includes('check_turnstile')) return answerNotAllowed(c);
    const list = await listRevocations(context);
    return c.body(new Uint8Array(list), 200, { 'content-type': 'application/octet-stream' });
  });
  operator.post('/counter', async (c) => {
    const staff = await findStaff(context, c);
    if (staff instanceof Refusal) return answerRefusal(c, staff);
    const input = v.safeParse(CounterSchema, await readJson(c));
    if (!input.success) return answerRefusal(c, err('request.invalid'));
    const { action, passport_id: named } = input.output;
    if (!staff.scopes.includes(SCOPE_OF[action])) return answerNotAllowed(c);
    const outcome = await applyOperatorAction(context, staff, named, action);
    return outcome.ok
      ? c.json({ passports: outcome.value.map((one) => toTurnstilePassport(context, one)) })
      : answerRefusal(c, outcome);
  });
  operator.post('/broadcasts', async (c) => {
    const staff = await findStaff(context, c);
    if (staff instanceof Refusal) return answerRefusal(c, staff);
    if (!staff.scopes.includes('send_broadcasts')) return answerNotAllowed(c);
    const input = v.safeParse(BroadcastCommandSchema, await readJson(c, JSON_MAX_BYTES));
    if (!input.success) return answerRefusal(c, err('request.invalid'));
    if (input.output.command === 'preview' && !(await mayPreview(context, staff))) {
      return answerRefusal(c, err('too_many_attempts'));
    }
    const answer = await obeyBroadcastCommand(context, input.output, staff.name, true);
    return c.json(answer, 'error' in answer ? 409 : 200);
  });
  app.route('/operator', operator);
}

/** Counts and records a message to an address that somebody of the staff has typed. */
async function mayPreview(context: PassportApiContext, staff: StaffCredential): Promise<boolean> {
  const { allowed } = await countHit(context, PREVIEWS, staff.id);
  if (allowed) await recordStaffAct(context, staff, 'previewed');
  return allowed;
}

/** The credential of the call's token; guessing is limited by the caller's address. */
async function findStaff(
  context: PassportApiContext,
  c: ApiRequest,
): Promise<StaffCredential | Refusal> {
  const token = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
  const staff = await findStaffCredential(context, token);
  return staff ?? (await limitCall(context, c, undefined)) ?? err('auth.unauthorized');
}

/** The credential holds, and does not allow this. No member meets it, so it has no text in their languages. */
const answerNotAllowed = (c: ApiRequest) => c.json({ error: 'staff.not_allowed' }, 403);

function toVerdict(context: PassportApiContext, result: TurnstileVerdict) {
  const use = 'use' in result ? result.use : undefined;
  return {
    valid: result.valid,
    reason: result.valid ? null : result.reason,
    passport: result.passport ? toTurnstilePassport(context, result.passport) : null,
    used: use ? { at: use.at.toISOString(), turnstile: use.turnstile } : null,
  };
}

/** The owner's own screen answers too; that it cannot be told keeps nobody at the turnstile. */
async function tellOwner(
  context: PassportApiContext,
  { passport, ...verdict }: TurnstileVerdict,
  { turnstile, requestId }: Pick<TurnstileCall, 'turnstile' | 'requestId'>,
): Promise<void> {
  if (!passport) return;
  const answer = {
    id: requestId,
    passport_id: passport.id,
    at: context.clock.now().toISOString(),
    turnstile,
    reason: verdict.valid ? null : verdict.reason,
  };
  await tellTurnstileAnswer(context, { member: passport.ownerId, answer }).catch((error: unknown) =>
    context.log.warn({ err: error }, "a turnstile's answer could not be told"),
  );
}

/** The fields that staff compare with the person at the turnstile. */
function toTurnstilePassport({ config }: PassportApiContext, passport: PassportRecord) {
  const { designId } = passport;
  return {
    id: passport.id,
    holder: `${passport.holderLastName} ${passport.holderFirstName}`,
    date_of_birth: passport.holderDateOfBirth,
    design: findDesign(offeredDesigns(config), designId)?.name.en ?? designId,
    from: passport.usageStartDate,
    until: passport.extExpirationDate,
    id_confirmed: passport.confirmedIdAt !== null,
  };
}

async function readJson(c: ApiRequest, limit = BODY_LIMIT_BYTES): Promise<unknown> {
  const body = await readBody(c, limit);
  return body instanceof Refusal ? undefined : jsonOf(body);
}
