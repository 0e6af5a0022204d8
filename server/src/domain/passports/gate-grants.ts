import { type GateGrant, todayInJapan } from '@portal/shared-contract';
import { dayOf, startOfDay } from '../../japan-days.ts';
import { err, type Outcome, ok } from '../account/outcome.ts';
import { findPassport } from './access.ts';
import { type GateContext, gateRefusal, opensGate } from './gate-codes.ts';
import { deviceKeyOf, sessionTag, signGrant } from './gate-grant-format.ts';
import { gateKeys } from './gate-keys.ts';

/** Today and tomorrow: at any time of the day a grant lasts for at least 24 hours (product §14.61). */
const GRANT_DAYS = 2;

const INVALID_KEY = { descriptions: { device_key: ['invalid'] } };

type GrantRequest = {
  readonly memberId: string;
  readonly passportId: string;
  /** The session of the device, with which the grant ends. */
  readonly sessionUid: string;
  /** Base64url. */
  readonly deviceKey: string;
};

/**
 * Lets a device of the owner make codes on those of the next days on which the passport opens the gate
 * (product §14.60). Nothing is stored.
 */
export async function issueGateGrant(
  context: GateContext,
  { memberId, passportId, sessionUid, deviceKey }: GrantRequest,
): Promise<Outcome<GateGrant>> {
  const key = Buffer.from(deviceKey, 'base64url');
  if (!deviceKeyOf(key)) return err('request.invalid', INVALID_KEY);
  const found = await findPassport(context, memberId, passportId);
  if (!found.ok) return found;
  const { passport, role } = found.value;
  if (role !== 'owner') return err('ap_passport.user.access_denied');
  const now = context.clock.now();
  const today = dayOf(now);
  const days = Array.from({ length: GRANT_DAYS }, (_, ahead) => today + ahead).filter(
    (day) => opensGate(passport, todayInJapan(startOfDay(day))) === 'yes',
  );
  const [first] = days;
  if (first === undefined) return gateRefusal(opensGate(passport, todayInJapan(now)));

  const from = startOfDay(first);
  const until = startOfDay(first + days.length);
  const grant = signGrant(gateKeys(context.config).signing, {
    passportId: passport.id,
    version: passport.codeVersion,
    from,
    until,
    session: sessionTag(sessionUid),
    deviceKey: key,
  });
  return ok({
    grant: grant.toString('base64url'),
    valid_from: from.toISOString(),
    valid_until: until.toISOString(),
  });
}
