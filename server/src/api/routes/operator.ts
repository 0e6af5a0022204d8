import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { checkGateCode } from '../../domain/passports/check-gate-code.ts';
import { findDesign, offeredDesigns, PORTAL_DESIGNS } from '../../domain/passports/designs.ts';
import { applyOperatorAction, OPERATOR_ACTIONS } from '../../domain/passports/operator-actions.ts';
import type { PassportRecord } from '../../domain/passports/passport.ts';
import { operatorKeys } from '../../operator-key.ts';
import { isSameSecret } from '../../secrets.ts';
import { answerRefusal } from '../answers.ts';
import type { ApiApp, ApiContext, ApiEnv } from '../api-types.ts';
import { jsonOf, readBody } from '../body.ts';
import { limitCall } from '../limits.ts';
import { Refusal, refusalOf, refuse } from '../refusal.ts';

const BODY_LIMIT_BYTES = 4 * 1024;
const GateSchema = v.object({ code: v.pipe(v.string(), v.maxLength(1000)) });
const CounterSchema = v.object({
  passport_id: v.string(),
  action: v.picklist(OPERATOR_ACTIONS),
});

/**
 * `POST /operator/gate` and `POST /operator/counter`, for `npm run gate` (product §14.35). The portal
 * does not call them, so they are not part of the contract. They need the operator's key, which no
 * browser has.
 */
export function mountOperator(app: ApiApp, context: ApiContext): void {
  const keys = operatorKeys(context.config.secrets);
  const operator = new Hono<ApiEnv>();

  operator.use(async (c, next) => {
    const token = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
    if (keys.some((key) => isSameSecret(token, key))) return next();
    const limited = await limitCall(context, c, undefined);
    return answerRefusal(c, limited ?? refuse('auth.unauthorized'));
  });
  operator.post('/gate', async (c) => {
    const input = v.safeParse(GateSchema, await readJson(c));
    if (!input.success) return answerRefusal(c, refuse('request.invalid'));
    const result = await checkGateCode(context, input.output.code);
    return c.json({
      valid: result.valid,
      reason: result.valid ? null : result.reason,
      passport: result.passport ? toGatePassport(context, result.passport) : null,
    });
  });
  operator.post('/counter', async (c) => {
    const input = v.safeParse(CounterSchema, await readJson(c));
    if (!input.success) return answerRefusal(c, refuse('request.invalid'));
    const outcome = await applyOperatorAction(
      context,
      input.output.passport_id,
      input.output.action,
    );
    return outcome.ok
      ? c.json({ passports: outcome.value.map((one) => toGatePassport(context, one)) })
      : answerRefusal(c, refusalOf(outcome));
  });
  app.route('/operator', operator);
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

async function readJson(c: Context<ApiEnv>): Promise<unknown> {
  const body = await readBody(c, BODY_LIMIT_BYTES);
  return body instanceof Refusal ? undefined : jsonOf(body);
}
