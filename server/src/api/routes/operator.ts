import { Hono } from 'hono';
import * as v from 'valibot';
import type { StaffScope } from '../../db/schema/staff.ts';
import { checkGateCode, type GateVerdict } from '../../domain/passports/check-gate-code.ts';
import { findDesign, offeredDesigns, PORTAL_DESIGNS } from '../../domain/passports/designs.ts';
import {
  applyOperatorAction,
  OPERATOR_ACTIONS,
  type OperatorAction,
} from '../../domain/passports/operator-actions.ts';
import type { PassportRecord } from '../../domain/passports/passport.ts';
import { listRevocations } from '../../domain/passports/revocation-list.ts';
import { findStaffCredential, type StaffCredential } from '../../domain/staff/staff-credentials.ts';
import { answerRefusal } from '../answers.ts';
import type { ApiApp, ApiContext, ApiEnv, ApiRequest } from '../api-types.ts';
import { jsonOf, readBody } from '../body.ts';
import { limitCall } from '../limits.ts';
import { Refusal, refusalOf, refuse } from '../refusal.ts';

const BODY_LIMIT_BYTES = 4 * 1024;
const GateSchema = v.object({
  code: v.pipe(v.string(), v.maxLength(1000)),
  request_id: v.pipe(v.string(), v.uuid()),
  /** Where one credential serves several gates. */
  gate: v.optional(v.pipe(v.string(), v.trim(), v.regex(/^\P{C}{1,60}$/u))),
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
 * `POST /operator/gate`, `GET /operator/revocations` and `POST /operator/counter`, for `npm run gate` and for the
 * gates themselves (product §14.35). The portal does not call them, so they are not part of the contract. They need a credential of the
 * staff, which no browser has (product §14.472).
 */
export function mountOperator(app: ApiApp, context: ApiContext): void {
  const operator = new Hono<ApiEnv>();
  operator.post('/gate', async (c) => {
    const staff = await findStaff(context, c);
    if (staff instanceof Refusal) return answerRefusal(c, staff);
    const input = v.safeParse(GateSchema, await readJson(c));
    if (!input.success) return answerRefusal(c, refuse('request.invalid'));
    if (!staff.scopes.includes('check_gate')) return answerNotAllowed(c);
    const { code, gate = staff.name, request_id: requestId } = input.output;
    const result = await checkGateCode(context, code, { staff, gate, requestId });
    return c.json(toVerdict(context, result));
  });
  operator.get('/revocations', async (c) => {
    const staff = await findStaff(context, c);
    if (staff instanceof Refusal) return answerRefusal(c, staff);
    if (!staff.scopes.includes('check_gate')) return answerNotAllowed(c);
    const list = await listRevocations(context);
    return c.body(new Uint8Array(list), 200, { 'content-type': 'application/octet-stream' });
  });
  operator.post('/counter', async (c) => {
    const staff = await findStaff(context, c);
    if (staff instanceof Refusal) return answerRefusal(c, staff);
    const input = v.safeParse(CounterSchema, await readJson(c));
    if (!input.success) return answerRefusal(c, refuse('request.invalid'));
    const { action, passport_id: named } = input.output;
    if (!staff.scopes.includes(SCOPE_OF[action])) return answerNotAllowed(c);
    const outcome = await applyOperatorAction(context, staff, named, action);
    return outcome.ok
      ? c.json({ passports: outcome.value.map((one) => toGatePassport(context, one)) })
      : answerRefusal(c, refusalOf(outcome));
  });
  app.route('/operator', operator);
}

/** The credential of the call's token; guessing is limited by the caller's address. */
async function findStaff(context: ApiContext, c: ApiRequest): Promise<StaffCredential | Refusal> {
  const token = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
  const staff = await findStaffCredential(context, token);
  return staff ?? (await limitCall(context, c, undefined)) ?? refuse('auth.unauthorized');
}

/** The credential holds, and does not allow this. No member meets it, so it has no text in their languages. */
const answerNotAllowed = (c: ApiRequest) => c.json({ error: 'staff.not_allowed' }, 403);

function toVerdict(context: ApiContext, result: GateVerdict) {
  const use = 'use' in result ? result.use : undefined;
  return {
    valid: result.valid,
    reason: result.valid ? null : result.reason,
    passport: result.passport ? toGatePassport(context, result.passport) : null,
    used: use ? { at: use.at.toISOString(), gate: use.gate } : null,
  };
}

/** The fields that staff compare with the person at the gate. */
function toGatePassport({ config }: ApiContext, passport: PassportRecord) {
  const { designId } = passport;
  const designs = [...offeredDesigns(config), ...PORTAL_DESIGNS];
  return {
    id: passport.id,
    holder: `${passport.holderLastName} ${passport.holderFirstName}`,
    date_of_birth: passport.holderDateOfBirth,
    design: findDesign(designs, designId)?.name.en ?? designId,
    from: passport.usageStartDate,
    until: passport.extExpirationDate,
    id_confirmed: passport.confirmedIdAt !== null,
  };
}

async function readJson(c: ApiRequest): Promise<unknown> {
  const body = await readBody(c, BODY_LIMIT_BYTES);
  return body instanceof Refusal ? undefined : jsonOf(body);
}
