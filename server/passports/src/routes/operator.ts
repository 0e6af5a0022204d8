import { answerRefusal } from '@portal/server-endpoint/answers';
import type { ApiApp, ApiRequest } from '@portal/server-endpoint/api';
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

/** Of every call but a broadcast. */
const BODY_MAX_BYTES = 4 * 1024;
/** Of one credential, by which a draft is looked at. */
const PREVIEWS: RateLimit = { name: 'broadcast-preview', limit: 20, windowMs: 60 * 60 * 1000 };
const TurnstileSchema = v.object({
  code: v.pipe(v.string(), v.maxLength(1000)),
  request_id: v.pipe(v.string(), v.uuid()),
  /** Where one credential serves several turnstiles. */
  turnstile: v.optional(v.pipe(v.string(), v.trim(), v.regex(/^\P{C}{1,60}$/u))),
});
const CounterSchema = v.object({ passport_id: v.string(), action: v.picklist(OPERATOR_ACTIONS) });

const SCOPE_OF: Readonly<Record<OperatorAction, StaffScope>> = {
  paid: 'take_payment',
  confirmed: 'confirm_identity',
  refunded: 'refund',
};

/**
 * The calls of `npm run turnstile` and of the turnstiles themselves, and of the operator's own systems (broadcasts). The
 * portal does not call them, so they are not part of the contract. They need a credential of the staff, which no
 * browser has.
 */
export function mountOperator(app: ApiApp, context: PassportApiContext): void {
  serve('POST', '/turnstile', TurnstileSchema, async (c, staff, input) => {
    if (!staff.scopes.includes('check_turnstile')) return answerNotAllowed(c);
    const { code, turnstile = staff.name, request_id: requestId } = input;
    const result = await checkTurnstileCode(context, code, { staff, turnstile, requestId });
    await tellOwner(context, result, { turnstile, requestId });
    return c.json(toVerdict(context, result));
  });
  serve('GET', '/revocations', v.unknown(), async (c, staff) => {
    if (!staff.scopes.includes('check_turnstile')) return answerNotAllowed(c);
    const list = await listRevocations(context);
    return c.body(new Uint8Array(list), 200, { 'content-type': 'application/octet-stream' });
  });
  serve('POST', '/counter', CounterSchema, async (c, staff, { action, passport_id: named }) => {
    if (!staff.scopes.includes(SCOPE_OF[action])) return answerNotAllowed(c);
    const outcome = await applyOperatorAction(context, staff, named, action);
    return outcome.ok
      ? c.json({ passports: outcome.value.map((one) => toTurnstilePassport(context, one)) })
      : answerRefusal(c, outcome);
  });
  serve('POST', '/broadcasts', BroadcastCommandSchema, async (c, staff, command) => {
    if (!staff.scopes.includes('send_broadcasts')) return answerNotAllowed(c);
    if (command.command === 'preview' && !(await mayPreview(context, staff))) {
      return answerRefusal(c, err('too_many_attempts'));
    }
    const answer = await obeyBroadcastCommand(context, command, staff.name, true);
    return c.json(answer, 'error' in answer ? 409 : 200);
  });

  /** Serves a call of whoever has a credential; guessing is limited by the caller's address. */
  function serve<Schema extends v.GenericSchema>(
    method: 'GET' | 'POST',
    path: string,
    schema: Schema,
    answer: (
      c: ApiRequest,
      staff: StaffCredential,
      input: v.InferOutput<Schema>,
    ) => Promise<Response>,
  ): void {
    const maxBytes = path === '/broadcasts' ? JSON_MAX_BYTES : BODY_MAX_BYTES;
    app.on(method, `/operator${path}`, async (c) => {
      const token = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
      const staff = await findStaffCredential(context, token);
      if (!staff) {
        const limited = await limitCall(context, c, undefined);
        return answerRefusal(c, limited ?? err('auth.unauthorized'));
      }
      const body = await readBody(c, maxBytes);
      const input = v.safeParse(schema, body instanceof Refusal ? undefined : jsonOf(body));
      return input.success
        ? answer(c, staff, input.output)
        : answerRefusal(c, err('request.invalid'));
    });
  }
}

/** Counts and records a message to an address that somebody of the staff has typed. */
async function mayPreview(context: PassportApiContext, staff: StaffCredential): Promise<boolean> {
  const { allowed } = await countHit(context, PREVIEWS, staff.id);
  if (allowed) await recordStaffAct(context, staff, 'previewed');
  return allowed;
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
