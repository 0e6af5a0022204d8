import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as v from 'valibot';
import { actAtCounter, COUNTER_ACTS } from '../../domain/passes/counter.ts';
import { findDesign } from '../../domain/passes/designs.ts';
import { checkAtGate } from '../../domain/passes/gate.ts';
import type { PassRecord } from '../../domain/passes/pass.ts';
import { operatorKey } from '../../operator-key.ts';
import { isSameSecret } from '../../payments/callback-signature.ts';
import { answerRefusal } from '../answers.ts';
import type { ApiApp, ApiContext, ApiEnv } from '../api-types.ts';
import { limitCall } from '../limits.ts';
import { refusalOf, refuse } from '../refusal.ts';

const BODY_LIMIT_BYTES = 4 * 1024;
const GateSchema = v.object({ code: v.pipe(v.string(), v.maxLength(1000)) });
const CounterSchema = v.object({ pass_id: v.string(), act: v.picklist(COUNTER_ACTS) });

/**
 * `POST /operator/gate` and `/operator/counter`, for `npm run gate`: not calls of the portal, so not of
 * its contract. They need the operator's key, which no browser has.
 */
export function mountOperator(app: ApiApp, context: ApiContext): void {
  const key = operatorKey(context.config.secrets);
  const operator = new Hono<ApiEnv>();

  operator.use(async (c, next) => {
    const token = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
    if (isSameSecret(token, key)) return next();
    const limited = await limitCall(context, c, undefined);
    return answerRefusal(c, limited ?? refuse('auth.unauthorized'));
  });
  operator.use(
    bodyLimit({
      maxSize: BODY_LIMIT_BYTES,
      onError: (c) => answerRefusal(c, refuse('request.too_large')),
    }),
  );
  operator.post('/gate', async (c) => {
    const input = v.safeParse(GateSchema, await jsonOf(c));
    if (!input.success) return answerRefusal(c, refuse('request.invalid'));
    const verdict = await checkAtGate(context, input.output.code);
    return c.json({
      valid: verdict.valid,
      reason: verdict.valid ? null : verdict.reason,
      pass: verdict.pass ? forGate(verdict.pass) : null,
    });
  });
  operator.post('/counter', async (c) => {
    const input = v.safeParse(CounterSchema, await jsonOf(c));
    if (!input.success) return answerRefusal(c, refuse('request.invalid'));
    const outcome = await actAtCounter(context, input.output.pass_id, input.output.act);
    return outcome.ok
      ? c.json({ pass: forGate(outcome.value) })
      : answerRefusal(c, refusalOf(outcome));
  });
  app.route('/operator', operator);
}

/** What staff need to look at. */
function forGate(pass: PassRecord) {
  return {
    id: pass.id,
    holder: `${pass.holderLastName} ${pass.holderFirstName}`,
    date_of_birth: pass.holderDateOfBirth,
    design: findDesign(pass.designId)?.name.en ?? pass.designId,
    from: pass.usageStartDate,
    until: pass.extExpirationDate,
    id_confirmed: pass.confirmedIdAt !== null,
  };
}

const jsonOf = (c: Context): Promise<unknown> => c.req.json().catch(() => undefined);
