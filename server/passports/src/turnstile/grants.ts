import { dayOf, startOfDay } from '@portal/server-platform/clock';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import { type TurnstileGrant, todayInJapan } from '@portal/shared-contract';
import { findOwnPassport } from '../passport/access.ts';
import { turnstileKeys } from './code-format.ts';
import { opensTurnstile, type TurnstileContext, turnstileRefusal } from './codes.ts';
import { deviceKeyOf, sessionTag, signGrant } from './grant-format.ts';

/** Today and tomorrow: at any time of the day a grant lasts for at least 24 hours. */
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

/** Lets a device make codes on those of the next days on which the passport opens; nothing is stored. */
export async function issueTurnstileGrant(
  context: TurnstileContext,
  { memberId, passportId, sessionUid, deviceKey }: GrantRequest,
): Promise<Outcome<TurnstileGrant>> {
  const key = Buffer.from(deviceKey, 'base64url');
  if (!deviceKeyOf(key)) return err('request.invalid', INVALID_KEY);
  const found = await findOwnPassport(context, memberId, passportId);
  if (!found.ok) return found;
  const { passport } = found.value;
  const now = context.clock.now();
  const today = dayOf(now);
  const days = Array.from({ length: GRANT_DAYS }, (_, ahead) => today + ahead).filter(
    (day) => opensTurnstile(passport, todayInJapan(startOfDay(day))) === 'yes',
  );
  const [first] = days;
  if (first === undefined) return turnstileRefusal(opensTurnstile(passport, todayInJapan(now)));

  const from = startOfDay(first);
  const until = startOfDay(first + days.length);
  const grant = signGrant(turnstileKeys(context.config).signing, {
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
